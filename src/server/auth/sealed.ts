/**
 * Secrets that the service must be able to read again, such as the key of somebody's one-time codes, sealed with AES-256-GCM.
 * The key that seals is random and lies in `settings`, itself sealed by each secret in use (HKDF of it), so that a new secret
 * takes over by sealing one row anew. A copy of the database alone reads nothing.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import type { Db, Query } from "../../store/db.ts";
import { join, sql } from "../../store/sql.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What the rows of `settings` are called that hold the key, each for one secret. */
const ROW = "sealing-key ";

/** The newest first. A function where they are made when they are first wanted. */
export type Secrets = string[] | (() => string[]);

export class Sealer {
  readonly #db: Db;
  readonly #given: Secrets;
  #key: Promise<Buffer> | undefined;
  /** The key, once it is known to be kept. */
  #kept: Buffer | undefined;

  constructor(db: Db, secrets: Secrets) {
    this.#db = db;
    this.#given = secrets;
  }

  get #secrets(): string[] {
    return typeof this.#given === "function" ? this.#given() : this.#given;
  }

  /**
   * At start: gives the key to a secret that is new, and takes it from those that are no longer in use. Where nothing has
   * been sealed yet there is nothing to do.
   */
  async keepKey(): Promise<void> {
    const found = await this.#db.read((db) => findKey(db, this.#secrets));
    if (found === undefined) return;
    this.#key = Promise.resolve(found);
    this.#kept = found;
    const names = this.#secrets.map(rowOf);
    await this.#db.write(async (db) => {
      await putKey(db, this.#secrets, found);
      await db.run(sql`delete from settings
        where name like ${`${ROW}%`} and name not in (${join(names)})`);
    });
  }

  /** Seals a text for one purpose, which must be named again to open it. Not within a transaction: it may need one. */
  async seal(text: string, purpose: string): Promise<string> {
    return sealWith(await this.#theKey(), Buffer.from(text), purpose);
  }

  /** The text; undefined where it was sealed for something else, or under secrets that are gone. */
  async open(sealed: string, purpose: string): Promise<string | undefined> {
    return openWith(await this.#theKey(), sealed, purpose)?.toString();
  }

  /** Seals within a transaction, which also keeps the key where there is none yet. */
  async sealWithin(db: Query, text: string, purpose: string): Promise<string> {
    return sealWith(await this.#keyWithin(db), Buffer.from(text), purpose);
  }

  /** Opens within a transaction. */
  async openWithin(db: Query, sealed: string, purpose: string): Promise<string | undefined> {
    return openWith(await this.#keyWithin(db), sealed, purpose)?.toString();
  }

  /** One that is made here is remembered when it is found again: this transaction may yet be undone. */
  async #keyWithin(db: Query): Promise<Buffer> {
    this.#kept ??= await findKey(db, this.#secrets);
    return this.#kept ?? putKey(db, this.#secrets, randomBytes(KEY_BYTES));
  }

  #theKey(): Promise<Buffer> {
    this.#key ??= this.#makeKey().catch((fault) => {
      this.#key = undefined;
      throw fault;
    });
    return this.#key;
  }

  /** The kept key, or a new one; of two nodes that make one at once both get the same. */
  async #makeKey(): Promise<Buffer> {
    const found = await this.#db.read((db) => findKey(db, this.#secrets));
    if (found !== undefined) return found;
    const made = randomBytes(KEY_BYTES);
    return this.#db.write((db) => putKey(db, this.#secrets, made));
  }
}

async function findKey(db: Query, secrets: string[]): Promise<Buffer | undefined> {
  for (const secret of secrets) {
    const row = await db.get<{ value: string }>(
      sql`select value from settings where name = ${rowOf(secret)}`,
    );
    const key = row && openWith(keyOf(secret), row.value, ROW);
    if (key !== undefined) return key;
  }
  return undefined;
}

/**
 * Keeps the key for every secret, and returns the one that is kept. The oldest goes first: it is the one that a node
 * has, too, which has not been told of the new one yet.
 */
async function putKey(db: Query, secrets: string[], made: Buffer): Promise<Buffer> {
  let key = made;
  for (const secret of secrets.toReversed()) {
    await db.run(sql`insert into settings (name, value)
      values (${rowOf(secret)}, ${sealWith(keyOf(secret), key, ROW)})
      on conflict (name) do nothing`);
    key = (await findKey(db, [secret])) as Buffer;
  }
  return key;
}

/** Names a secret without telling it. */
function rowOf(secret: string): string {
  return ROW + createHash("sha256").update(`sealing ${secret}`).digest("base64url").slice(0, 22);
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "fenming sealing key", KEY_BYTES));
}

/** Nonce, text and tag as one text. */
function sealWith(key: Buffer, plain: Buffer, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose));
  const sealed = [nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString("base64url");
}

function openWith(key: Buffer, sealed: string, purpose: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    // What does not authenticate was sealed by another key, for another purpose, or changed since.
    return undefined;
  }
}
