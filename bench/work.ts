/** What the servers of a benchmark are asked for, of the people that `seedDatabase` makes. */
import { getRequest, postRequest } from "./load.ts";
import type { Server } from "./server.ts";

export interface Work {
  name: string;
  next: () => string;
  connections: number;
}

/** The first thousand people share the records, the next hundred hold 100 each, the last 100,000. */
const MANY_USERS = 1000;
const FEW_USERS = 100;

export interface Person {
  userId: number;
  accountIds: number[];
}
const people: Person[] = [];

/** Learns of everybody and their accounts; ids are the same in every copy of the database. */
export async function findPeople({ port }: Server): Promise<Person[]> {
  const ask = async (path: string) =>
    ((await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as { data: { id: number }[] })
      .data;
  for (const { id: userId } of await ask("/api/users")) {
    const accounts = await ask(`/api/accounts?userId=${userId}`);
    people.push({ userId, accountIds: accounts.map(({ id }) => id) });
  }
  return people;
}

/** Somebody of the many, or of the few. */
const someone = () => people[random(MANY_USERS) - 1] as Person;
export const oneOfFew = (index: number) => (people[MANY_USERS + index] as Person).userId;
export const bigUser = () => (people[MANY_USERS + FEW_USERS] as Person).userId;

export const random = (count: number) => 1 + Math.floor(Math.random() * count);
const now = new Date();
export const thisMonth = `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}`;
let serial = 0;

export const createRecord = () => {
  const { userId, accountIds } = someone();
  return postRequest("/api/records", {
    userId,
    accountId: accountIds[random(accountIds.length) - 1],
    type: "expense",
    amount: random(10_000) / 100,
    category: "餐饮",
    description: "午餐",
    date: `${thisMonth}-${String(random(28)).padStart(2, "0")}`,
  });
};
/** A parameter that nobody reads makes every URL new, so that no kept answer is found. */
export const fresh = (path: string) => () =>
  getRequest(`${path.replace("{user}", String(someone().userId))}&_=${serial++}`);
export const listOfHundred = () =>
  getRequest(`/api/records?userId=${oneOfFew(random(FEW_USERS) - 1)}&_=${serial++}`);
