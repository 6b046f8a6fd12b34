import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import type { Reach } from "../../../src/server/notices/kinds/kind.ts";
import { KINDS } from "../../../src/server/notices/kinds/kinds.ts";
import { encryptPush, subscriberOf } from "../../../src/server/notices/push-message.ts";
import { readMailServer } from "../../../src/server/outbound/mail.ts";
import { readAllowed } from "../../../src/server/outbound/rules.ts";
import { SendFault } from "../../../src/server/outbound/send-fault.ts";

const MESSAGE = { id: "n1", kind: "digest", title: "分明", lines: ["一", "二"], now: 0 };

const NO_MEANS = { mail: undefined, pushKey: async () => undefined, subject: "" };

/** What a kind posts, where it is answered so. */
async function posted(kind: keyof typeof KINDS, reach: Reach, status: number, text: string) {
  const asked: { url: string; body: unknown }[] = [];
  const post = async (url: URL, _: object, body: string | Buffer) => {
    asked.push({ url: url.href, body: JSON.parse(String(body)) });
    return { status, text };
  };
  const fault = await KINDS[kind].send(reach, MESSAGE, { ...NO_MEANS, post }).then(
    () => undefined,
    (error) => error as SendFault,
  );
  return { asked, fault };
}

describe("kinds of channels", () => {
  test("Server酱: the host by the key, and only code 0 has arrived", async () => {
    const cases: [string, string][] = [
      ["SCT1abc", "https://sctapi.ftqq.com/SCT1abc.send"],
      ["sctp12tabc", "https://12.push.ft07.com/send/sctp12tabc.send"],
      ["sctpabc", "https://sctapi.ftqq.com/sctpabc.send"],
      ["a/../b", "https://sctapi.ftqq.com/a%2F..%2Fb.send"],
    ];
    for (const [key, url] of cases) {
      const { asked, fault } = await posted("serverchan", { key }, 200, '{"code":0}');
      assert.deepEqual(asked, [{ url, body: { title: "分明", desp: "一\n\n二" } }]);
      assert.equal(fault, undefined);
    }
    const wrong = '{"code":40001,"message":"[AUTH]错误的Key"}';
    const { fault } = await posted("serverchan", { key: "k" }, 200, wrong);
    assert.deepEqual(fault?.values, { text: "[AUTH]错误的Key" });
  });

  test("PushPlus: only code 200 has arrived", async () => {
    const { asked, fault } = await posted("pushplus", { key: "t" }, 200, '{"code":200}');
    const body = { token: "t", title: "分明", content: "一\n二", template: "txt" };
    assert.deepEqual(asked, [{ url: "https://www.pushplus.plus/send", body }]);
    assert.equal(fault, undefined);
    for (const text of ['{"code":903,"msg":"无效的用户令牌"}', "<html>", "null", ""]) {
      const answer = await posted("pushplus", { key: "t" }, 200, text);
      assert.ok(answer.fault instanceof SendFault, text);
    }
  });

  test("a push is encrypted as the example of RFC 8291 has it", () => {
    const of = (text: string) => Buffer.from(text, "base64url");
    const point =
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const subscriber = subscriberOf(`${point}.BTBZMqHH6r4Tts7J_aSIgg`);
    assert.ok(subscriber);
    const text = Buffer.from("When I grow up, I want to be a watermelon");
    const own = of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
    const salt = of("DGv6ra1nlYgDCS1FRnbzlw");
    assert.equal(
      encryptPush(text, subscriber, { own, salt }).toString("base64url"),
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
    const off = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString("base64url");
    for (const key of [`${point}.short`, point, "", `${off}.BTBZMqHH6r4Tts7J_aSIgg`]) {
      assert.equal(subscriberOf(key), undefined, key);
    }
  });

  test("SMTP_URL: host, port, whether TLS at once, and from whom", () => {
    assert.deepEqual(readMailServer("smtps://me%40qq.com:p%3Aw@smtp.qq.com"), {
      ...{ host: "smtp.qq.com", port: 465, isTls: true, user: "me@qq.com", password: "p:w" },
      from: "me@qq.com",
    });
    assert.deepEqual(readMailServer("smtp://[::1]:25?from=a@b.example"), {
      ...{ host: "::1", port: 25, isTls: false, user: "", password: "", from: "a@b.example" },
    });
    for (const text of [
      "smtp://host",
      "http://a@b",
      "smtps://?from=a@b.c",
      "x",
      "smtp://h?from=a",
    ]) {
      assert.equal(readMailServer(text), undefined, text);
    }
  });

  test("OUTBOUND_ALLOW: names, addresses, networks, each with a port", () => {
    const range = (network: string, bits: number, port?: number) => ({
      range: { network, bits },
      ...(port !== undefined && { port }),
    });
    const right: [string, object][] = [
      ["nas.local", { host: "nas.local" }],
      ["NAS.local.:8080", { host: "nas.local", port: 8080 }],
      ["10.0.0.5", range("10.0.0.5", 32)],
      ["10.0.0.0/8:81", range("10.0.0.0", 8, 81)],
      ["::1", range("::1", 128)],
      ["fd00::/8", range("fd00::", 8)],
      ["[fd00::/8]:443", range("fd00::", 8, 443)],
    ];
    for (const [text, rule] of right) assert.deepEqual(readAllowed(text), rule, text);
    const wrong = ["a b", "10.0.0.0/33", "10.0.0.0/", "nas:0", "nas:65536", "nas:x", "[::1", "/8"];
    for (const text of wrong) assert.equal(readAllowed(text), undefined, text);
  });
});
