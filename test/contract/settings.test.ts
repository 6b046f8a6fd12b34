import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, test } from "node:test";
import { endpoints } from "../../src/contract/contract.ts";
import { UPLOAD_LIMIT } from "../../src/contract/limits.ts";
import { readConfig, SETTINGS } from "../../src/server/config.ts";

const root = resolve(import.meta.dirname, "../..");
const example = readFileSync(join(root, ".env.example"), "utf8");

describe("settings", () => {
  test(".env.example names every setting, in order, and no other", () => {
    const named = [...example.matchAll(/^# ?([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
    assert.deepEqual(
      named,
      SETTINGS.map(({ name }) => name),
    );
    for (const { about, fallback } of SETTINGS) {
      assert.ok(example.includes(about), about);
      assert.ok(example.includes(fallback), fallback);
    }
  });

  test("what .env.example sets by default is what the program does by default", () => {
    const given = Object.fromEntries(
      [...example.matchAll(/^# ?([A-Z][A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]),
    );
    assert.deepEqual(readConfig(given), readConfig({}));
    assert.deepEqual(
      readConfig(Object.fromEntries(SETTINGS.map(({ name }) => [name, " "]))),
      readConfig({}),
    );
  });

  test("the README's table names every setting with its default and meaning", () => {
    const cells = (line: string) => line.split("|").map((cell) => cell.trim());
    const rows = readFileSync(join(root, "README.md"), "utf8").split("\n").map(cells);
    for (const { name, fallback, about } of SETTINGS) {
      const row = rows.find(([, first]) => first === `\`${name}\``);
      assert.deepEqual(row?.slice(2, 4), [fallback, about], name);
    }
  });

  test("what the files of deploy/ set are settings, and values that the program takes", () => {
    const own = new Set(SETTINGS.map(({ name }) => name as string));
    const compose = readFileSync(join(root, "deploy/compose.yaml"), "utf8");
    const kept = readFileSync(join(root, "deploy/compose.env.example"), "utf8");
    const filled = (text: string) =>
      text.replace(/\$\{(\w+):[-?]([^}]*)\}/g, (_, name: string, fallback: string) => {
        assert.match(kept, new RegExp(`^${name}=`, "m"), `compose.env.example lacks ${name}`);
        return fallback || "x".repeat(40);
      });
    const block = /x-node:[\s\S]*?environment:\n((?: {4}.*\n)+)/.exec(compose)?.[1] as string;
    const node = [...filled(block).matchAll(/^ {4}([A-Z_]+): "?(.*?)"?$/gm)];
    assert.ok(node.length >= 5);
    const unit = readFileSync(join(root, "deploy/fenming.service"), "utf8");
    const image = readFileSync(join(root, "deploy/Dockerfile"), "utf8");
    const inUnit = [...unit.matchAll(/^Environment=([A-Z_]+)=(.*)$/gm)];
    const inImage = [...image.matchAll(/^(?:ENV)? +([A-Z_]+)=([^ \n]+?)(?: \\)?$/gm)];
    for (const found of [node, inUnit, inImage]) {
      const given = found
        .map(([, name, value]): [string, string] => [name as string, value as string])
        .filter(([name]) => name !== "NODE_ENV");
      assert.ok(given.length > 0);
      for (const [name] of given) assert.ok(own.has(name), `${name} is no setting`);
      readConfig(Object.fromEntries(given));
    }
    assert.match(compose, /TRUST_PROXY/);
  });

  test("the compose file for one container agrees with the image and the program", () => {
    const image = readFileSync(join(root, "deploy/Dockerfile"), "utf8");
    const compose = readFileSync(join(root, "deploy/compose.sqlite.yaml"), "utf8")
      .replace(/^ *#.*\n/gm, "")
      .replace(/\$\{\w+:-([^}]*)\}/g, "$1");
    /** The lines under a name, two blanks deeper than it. */
    const under = (name: string) => {
      const found = new RegExp(`^( *)${name}:\\n((?:\\1  .*\\n)+)`, "m").exec(compose);
      assert.ok(found, name);
      return (found[2] as string).trim().split(/\n */);
    };
    const value = (text: string) => text.replace(/^[^:]+: |^- /, "").replaceAll('"', "");
    const given = under("environment").map((line) => [line.split(":")[0] as string, value(line)]);
    const own = new Set(SETTINGS.map(({ name }) => name as string));
    for (const [name] of given) assert.ok(own.has(name as string), `${name} is no setting`);
    const config = readConfig(Object.fromEntries(given));
    assert.equal(config.host, "0.0.0.0", "nothing outside the container would be answered");
    assert.equal(config.auth.mode, "jwt", "the home network reaches it");
    assert.deepEqual(under("ports").map(value), [`3000:${config.port}`]);
    assert.match(compose, new RegExp(`healthcheck:[^]*127.0.0.1:${config.port}/health/ready`));
    const [volume, folder] = value(under("volumes")[0] as string).split(":");
    assert.match(compose, new RegExp(`^volumes:\\n {2}${volume}:$`, "m"));
    assert.equal(config.databaseUrl, `file:${folder}/fenming.db`);
    // The image's own user "node" is 1000, and owns the folder that a volume takes over.
    assert.match(
      image,
      new RegExp(`chown node:node ${folder} [^]*\\nUSER node\\nVOLUME ${folder}\\n`),
    );
    assert.match(compose, /user: "1000:1000"/);
    assert.match(compose, /context: \.\.\n +dockerfile: deploy\/Dockerfile/);
  });

  test("both compose files run the service with the same protection, on a Node named in full", () => {
    const read = (name: string) => readFileSync(join(root, name), "utf8");
    const service = (text: string, from: string, depth: string) => {
      const rest = text.slice(text.indexOf(from));
      const names = ["read_only", "tmpfs", "cap_drop", "security_opt", "pids_limit", "mem_limit"];
      return names.map((name) => new RegExp(`^${depth}(${name}: .+)$`, "m").exec(rest)?.[1]);
    };
    const alone = service(read("deploy/compose.sqlite.yaml"), "  fenming:", "    ");
    assert.ok(alone.every((line) => line !== undefined));
    const compose = read("deploy/compose.yaml");
    assert.deepEqual(service(compose, "x-node:", "  "), alone);
    for (const name of ["database", "proxy"]) {
      const text = new RegExp(`^  ${name}:\\n(?:    .*\\n|\\n)+`, "m").exec(compose)?.[0] as string;
      assert.match(text, /no-new-privileges:true/);
      assert.match(text, /mem_limit: /);
    }
    const images = [...read("deploy/Dockerfile").matchAll(/^FROM node:(\S+?)-bookworm/gm)];
    assert.equal(images.length, 2);
    for (const [, version] of images) assert.match(version as string, /^24\.\d+\.\d+$/);
    assert.ok(
      read(".dockerignore").split("\n").includes("**/.env"),
      "secrets stay out of the image",
    );
  });

  test("the proxy passes on what the service needs, and gathers nobody's files", () => {
    const conf = readFileSync(join(root, "deploy/nginx.conf"), "utf8");
    // With its port: without it every write of a page at localhost:3000 is one of another site.
    assert.match(conf, /^ {2}proxy_set_header Host \$http_host;$/m);
    assert.match(conf, /^ {2}proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;$/m);
    assert.match(conf, /^ {2}proxy_set_header X-Forwarded-Proto \$asked_by;$/m);
    // What a location sets of these itself, it would set alone.
    assert.doesNotMatch(conf, /^ {4}proxy_set_header/m);
    const [, uploads, block] = /location ~ (\S+) \{\n([^}]*)\}/.exec(conf) as RegExpExecArray;
    const isUpload = new RegExp(uploads as string);
    for (const { name, endpoint } of endpoints()) {
      const isFile = "upload" in endpoint && endpoint.upload === true;
      assert.equal(
        isUpload.test(endpoint.path.replace(":id", "1")),
        isFile || name === "imports.list",
        name,
      );
    }
    assert.match(block as string, /proxy_request_buffering off;/);
    const sizes = [...conf.matchAll(/client_max_body_size (\d+)m;/g)].map(([, mib]) => Number(mib));
    const [everywhere, ofFiles] = sizes as [number, number];
    assert.ok(everywhere > 1 && ofFiles * 1024 ** 2 > UPLOAD_LIMIT + 1024 ** 2, String(sizes));
  });

  const wrong: [string, string][] = [
    ["PORT", "70000"],
    ["PORT", "3000x"],
    ["PORT", "-1"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["DATABASE_URL", "file:"],
    ["TZ", "Mars/Olympus"],
    ["LOG_LEVEL", "loud"],
    ["DEV_ENDPOINTS", "maybe"],
    ["CORS_ORIGIN", "example.com"],
    ["CORS_ORIGIN", "https://example.com/path"],
  ];
  for (const [name, value] of wrong) {
    test(`${name}=${value} stops the start with a sentence that names it`, () => {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error: Error) => error.name === "StartError" && error.message.includes(name),
      );
    });
  }

  test("a password in a URL that is refused is not shown", () => {
    assert.throws(
      () => readConfig({ DATABASE_URL: "mysql://me:secret@localhost/x" }),
      (error: Error) => !error.message.includes("secret"),
    );
  });

  test("without sign-in a secret that is too short is no secret, and no reason not to start", () => {
    assert.deepEqual(readConfig({ JWT_SECRET: "too short" }).sealing, []);
    const long = "x".repeat(32);
    assert.deepEqual(readConfig({ JWT_SECRET: long }).sealing, [long]);
    assert.throws(() => readConfig({ AUTH: "jwt", JWT_SECRET: "too short" }), /至少需要 32 个字节/);
  });
});
