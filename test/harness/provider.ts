/** An identity provider for tests: a real HTTP server with the public keys, and tokens to match. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import type { AppConfig } from "../../src/server/app.ts";

interface ProviderKey {
  kid: string;
  alg: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

export class Provider {
  #keys: ProviderKey[] = [];
  #server: Server | undefined;
  #port = 0;
  /** How often the keys have been asked for. */
  asked = 0;
  /** What is answered instead of the keys; undefined for the keys. */
  broken: { status: number; body: string } | undefined;

  static async start(): Promise<Provider> {
    const provider = new Provider();
    await provider.addKey("RS256");
    await provider.listen();
    return provider;
  }

  async listen(): Promise<void> {
    const server = createServer((_request, response) => {
      this.asked += 1;
      const keys = this.#keys.map(({ kid, alg, publicJwk }) => ({
        ...publicJwk,
        kid,
        alg,
        use: "sig",
      }));
      response.writeHead(this.broken?.status ?? 200, { "content-type": "application/json" });
      response.end(this.broken?.body ?? JSON.stringify({ keys }));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Goes away, as a provider does in an outage; `listen` brings it back at the same address. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  async addKey(alg: string): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
    const kid = `key-${Math.random().toString(36).slice(2)}`;
    this.#keys.push({ kid, alg, privateKey, publicJwk: await exportJWK(publicKey) });
  }

  dropOldestKey(): void {
    this.#keys.shift();
  }

  /** The public key as text: what an attacker has, and may try as a shared secret. */
  publicText(): string {
    return JSON.stringify(this.#keys[0]?.publicJwk);
  }

  /** A token signed with the newest key. */
  async token(
    claims: object = {},
    expiresIn = "10m",
    now?: Date,
    typ: string | undefined = "JWT",
  ): Promise<string> {
    const { kid, alg, privateKey } = this.#keys.at(-1) as ProviderKey;
    return new SignJWT({ sub: "xiaoming", ...claims })
      .setProtectedHeader({ alg, kid, ...(typ !== undefined && { typ }) })
      .setIssuer((claims as { iss?: string }).iss ?? "https://id.example.com")
      .setAudience((claims as { aud?: string }).aud ?? "fenming-tests")
      .setIssuedAt(now)
      .setExpirationTime(expiresIn)
      .sign(privateKey);
  }

  config(changes: object = {}): Partial<AppConfig> {
    return {
      devEndpoints: false,
      auth: {
        mode: "jwt",
        allowSignup: true,
        jwksUrl: `http://127.0.0.1:${this.#port}/keys`,
        issuer: "https://id.example.com",
        audience: "fenming-tests",
        jwksCooldownMs: 0,
        ...changes,
      },
    };
  }
}
