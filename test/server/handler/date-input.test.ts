import assert from "node:assert/strict";
import { test } from "node:test";
import { onEveryEngine, someone } from "../../harness/app.ts";
import { assertProved, book, during, made, refused } from "../../harness/book.ts";

/** Zone, what is sent, the instant that comes back, the day it counts for. */
const meanings: [string, string, string, string][] = [
  // B11, v1.0.2: a plain day is local midnight.
  ["Asia/Shanghai", "2024-03-01", "2024-02-29T16:00:00.000Z", "2024-03-01"],
  ["UTC", "2024-03-01", "2024-03-01T00:00:00.000Z", "2024-03-01"],
  ["America/New_York", "2024-03-01", "2024-03-01T05:00:00.000Z", "2024-03-01"],
  ["America/New_York", "2024-07-01", "2024-07-01T04:00:00.000Z", "2024-07-01"],
  ["Asia/Kathmandu", "2024-03-01", "2024-02-29T18:15:00.000Z", "2024-03-01"],
  ["Pacific/Apia", "2024-03-01", "2024-02-29T11:00:00.000Z", "2024-03-01"],
  ["Pacific/Kiritimati", "2024-03-01", "2024-02-29T10:00:00.000Z", "2024-03-01"],
  ["America/St_Johns", "2024-01-15", "2024-01-15T03:30:00.000Z", "2024-01-15"],
  ["Asia/Shanghai", "2024-02-29", "2024-02-28T16:00:00.000Z", "2024-02-29"],
  // Summer time in Shanghai, and local mean time in 1900.
  ["Asia/Shanghai", "1988-07-01", "1988-06-30T15:00:00.000Z", "1988-07-01"],
  ["Asia/Shanghai", "1900-01-01", "1899-12-31T15:54:17.000Z", "1900-01-01"],
  ["Asia/Shanghai", "9999-12-31", "9999-12-30T16:00:00.000Z", "9999-12-31"],
  ["America/New_York", "9999-12-31", "9999-12-31T05:00:00.000Z", "9999-12-31"],
  // B10: a timestamp falls on the day that the server's clocks show.
  ["Asia/Shanghai", "2024-02-29T16:30:00.000Z", "2024-02-29T16:30:00.000Z", "2024-03-01"],
  ["UTC", "2024-02-29T16:30:00.000Z", "2024-02-29T16:30:00.000Z", "2024-02-29"],
  ["America/New_York", "2024-03-01T04:59:59.999Z", "2024-03-01T04:59:59.999Z", "2024-02-29"],
  ["Asia/Shanghai", "2024-03-01T00:00:00+08:00", "2024-02-29T16:00:00.000Z", "2024-03-01"],
  ["Asia/Shanghai", "2024-02-29T23:00:00-0500", "2024-03-01T04:00:00.000Z", "2024-03-01"],
  ["Asia/Shanghai", "2024-03-01T01:00:00+09", "2024-02-29T16:00:00.000Z", "2024-03-01"],
  ["Asia/Shanghai", "2024-03-01T01:02Z", "2024-03-01T01:02:00.000Z", "2024-03-01"],
  ["Asia/Shanghai", "2024-03-01T01:02:03.4Z", "2024-03-01T01:02:03.400Z", "2024-03-01"],
  ["Asia/Shanghai", "2024-03-01T01:02:03.456789Z", "2024-03-01T01:02:03.456Z", "2024-03-01"],
  // D4: without an offset it is the server's time.
  ["Asia/Shanghai", "2024-03-01T00:30:00", "2024-02-29T16:30:00.000Z", "2024-03-01"],
  ["America/New_York", "2024-03-01T23:30", "2024-03-02T04:30:00.000Z", "2024-03-01"],
  // D2: midnights that the clocks jumped over are the first instant of their day.
  ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z", "2018-11-04"],
  ["America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00:00.000Z", "2018-02-18"],
  ["America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00.000Z", "2018-02-17"],
  ["Asia/Beirut", "2024-03-31", "2024-03-30T22:00:00.000Z", "2024-03-31"],
  ["Africa/Cairo", "2024-04-26", "2024-04-25T22:00:00.000Z", "2024-04-26"],
  ["America/Santiago", "2024-09-08", "2024-09-08T04:00:00.000Z", "2024-09-08"],
  ["America/Havana", "2024-03-10", "2024-03-10T05:00:00.000Z", "2024-03-10"],
  // A midnight that came twice is the first of the two.
  ["America/Havana", "2024-11-03", "2024-11-03T04:00:00.000Z", "2024-11-03"],
  ["Atlantic/Azores", "2024-10-27", "2024-10-27T00:00:00.000Z", "2024-10-27"],
  // Apia went from 2011-12-29 to 2011-12-31.
  ["Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00.000Z", "2011-12-29"],
  ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z", "2011-12-31"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00.000Z", "2011-12-31"],
  // A time of day inside a gap is what clocks make of it; one that came twice is the first.
  ["America/New_York", "2024-03-10T02:30:00", "2024-03-10T07:30:00.000Z", "2024-03-10"],
  ["America/New_York", "2024-11-03T01:30:00", "2024-11-03T05:30:00.000Z", "2024-11-03"],
];

/** What is no date anywhere (B17). */
const noDates = [
  "0024-01-01",
  "1899-12-31",
  "10000-01-01",
  "20240-01-01",
  "+002024-01-01",
  "-2024-01-01",
  "2024-02-30",
  "2023-02-29",
  "1900-02-29",
  "2024-04-31",
  "2024-13-01",
  "2024-00-01",
  "2024-01-00",
  "2024-2-3",
  "2024/02/03",
  "20240203",
  "2024-02-03 ",
  " 2024-02-03",
  "2024-02-03\n",
  "２０２４-02-03",
  "2024-02",
  "2024-W01",
  "2024-02-03 10:00:00",
  "2024-02-03t10:00:00z",
  "T",
  "2024-02-03T",
  "2024-02-03T10",
  "2024-02-03T24:00:00",
  "2024-02-03T10:60:00",
  "2024-02-03T10:00:60",
  "2024-02-03T10:00:00+24:00",
  "2024-02-03T10:00:00+8",
  "2024-02-03T10:00:00 Z",
  "2024-02-30T10:00:00Z",
  "Thu, 01 Jan 2024 00:00:00 GMT",
  "1899-12-31T00:00:00Z",
  "9999-12-31T23:59:59-12:00",
  "Invalid Date",
  "1709222400000",
];

onEveryEngine("dates", (open) => {
  for (const [zone, date, instant, day] of meanings) {
    test(`${date} in ${zone} is ${instant} and counts for ${day}`, async (t) => {
      const app = await during(t, open, { zone });
      const owner = await someone(app);
      const { id, ...record } = await book(app, owner, { date });
      assert.equal(record.date, instant);
      const days = `startDate=${day}&endDate=${day}`;
      const path = `?userId=${owner.userId}`;
      assert.deepEqual(made(await app.get(`/api/statistics/trend${path}`)), [
        { date: day, income: 0, expense: 35.5 },
      ]);
      const month = day.slice(0, 7);
      const figures = made(await app.get(`/api/statistics/monthly${path}&month=${month}`));
      assert.equal(figures.totalExpense, 35.5);
      assert.equal(made(await app.get(`/api/records${path}&${days}`)).length, 1);
      // PUT reads dates as POST does (D4), and gives the answer back unchanged.
      made(await app.put(`/api/records/${id}`, { date: "2020-05-05" }));
      assert.equal(made(await app.put(`/api/records/${id}`, { date })).date, instant);
      assert.equal(made(await app.put(`/api/records/${id}`, { date: instant })).date, instant);
      assert.equal(made(await app.get(`/api/records${path}&${days}`)).length, 1);
      await assertProved(app);
    });
  }

  test("B17: what is no date is refused by name, in bodies and in queries", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const { id } = await book(app, owner);
    const tries = noDates.flatMap((date) => [
      () =>
        app.post("/api/records", {
          ...{ ...owner, type: "income", amount: 1 },
          category: "x",
          date,
        }),
      () => app.put(`/api/records/${id}`, { date }),
    ]);
    const before = made(await app.get(`/api/records/${id}`));
    for (const [index, attempt] of tries.entries()) {
      const answer = await attempt();
      assert.equal(answer.status, 400, noDates[Math.floor(index / 2)]);
      assert.match(answer.message as string, /date/);
    }
    assert.deepEqual(made(await app.get(`/api/records/${id}`)), before);
    for (const date of noDates) {
      for (const name of ["startDate", "endDate"]) {
        for (const path of ["records", "statistics/trend"]) {
          const query = `userId=${owner.userId}&${name}=${encodeURIComponent(date)}`;
          const answer = await app.get(`/api/${path}?${query}`);
          assert.equal(answer.status, 400, `${path} ${name} ${date}`);
          assert.match(answer.message as string, new RegExp(name));
        }
      }
    }
    await assertProved(app);
  });

  test("D2: a day that the zone skipped is refused, and still bounds a range", async (t) => {
    const app = await during(t, open, { zone: "Pacific/Apia" });
    const owner = await someone(app);
    const { id } = await book(app, owner, { date: "2011-12-31" });
    const message = await refused(app, owner.userId, 400, () =>
      app.put(`/api/records/${id}`, { date: "2011-12-30" }),
    );
    assert.match(message, /date.*Pacific\/Apia/);
    const list = `/api/records?userId=${owner.userId}`;
    assert.equal(made(await app.get(`${list}&startDate=2011-12-30`)).length, 1);
    assert.equal(made(await app.get(`${list}&endDate=2011-12-30`)).length, 0);
  });

  test("instants beyond the year 9999 in UTC are refused where the zone lies west", async (t) => {
    const app = await during(t, open, { zone: "America/New_York" });
    const owner = await someone(app);
    const last = await book(app, owner, { date: "9999-12-31T18:59:59.999" });
    assert.equal(last.date, "9999-12-31T23:59:59.999Z");
    const message = await refused(app, owner.userId, 400, () =>
      app.put(`/api/records/${last.id}`, { date: "9999-12-31T19:00:00" }),
    );
    assert.match(message, /date/);
  });

  test("a plain day in a PUT is its midnight, though the record already lies on that day", async (t) => {
    const app = await during(t, open);
    const owner = await someone(app);
    const { id } = await book(app, owner, { date: "2026-03-15T12:34:56" });
    const changed = made(await app.put(`/api/records/${id}`, { date: "2026-03-15" }));
    assert.equal(changed.date, "2026-03-14T16:00:00.000Z");
  });

  test("D1: a book without records adopts another zone, one with records does not open in it", async (t) => {
    const app = await during(t, open, { zone: "Asia/Shanghai" });
    const owner = await someone(app);
    const inUtc = await open({ url: app.url, zone: "UTC" });
    await inUtc.close();
    const back = await open({ url: app.url, zone: "Asia/Shanghai" });
    await book(back, owner);
    await back.close();
    await assert.rejects(open({ url: app.url, zone: "UTC" }), /TZ=Asia\/Shanghai/);
  });
});
