/** Listening, and saying in one sentence why it is not possible. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { type Config, hidePassword } from "../server/config.ts";
import { StartError } from "../store/db.ts";

type ListenAddress = Pick<Config, "host" | "port">;

/** "localhost" is both loopback families, whatever the machine's list of names says of it. */
const LOOPBACKS = ["127.0.0.1", "::1"] as const;

/**
 * Looks whether the port is free, before the database is opened: a second start beside a running
 * service must not migrate, or even make, a database that it will not serve.
 */
export async function refuseBusyPort({ host, port }: ListenAddress): Promise<void> {
  for (const address of host === "localhost" ? LOOPBACKS : [host]) {
    const probe = createServer();
    if (await listens(probe, address, { host, port })) {
      probe.close();
      await once(probe, "close");
    }
  }
}

/** Listens at the address. What is opened here closes with the application. */
export async function listen(app: FastifyInstance, wanted: ListenAddress): Promise<void> {
  const [first, second] = wanted.host === "localhost" ? LOOPBACKS : [wanted.host];
  const other = createServer((socket) => app.server.emit("connection", socket));
  app.addHook("preClose", async () => {
    other.close();
  });
  try {
    await app.listen({ port: wanted.port, host: first });
  } catch (error) {
    throw asStartError(error, wanted);
  }
  if (second !== undefined) {
    const { port } = app.server.address() as AddressInfo;
    await listens(other, second, { host: wanted.host, port });
  }
}

/** Starts to listen; false where the machine does not have the family at all. */
async function listens(server: Server, address: string, wanted: ListenAddress): Promise<boolean> {
  server.listen({ host: address, port: wanted.port });
  try {
    await once(server, "listening");
    return true;
  } catch (error) {
    const absent = ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(String((error as Fault).code));
    if (absent && address === "::1" && wanted.host === "localhost") return false;
    throw asStartError(error, wanted);
  }
}

interface Fault {
  code?: string;
}

function asStartError(error: unknown, { host, port }: ListenAddress): unknown {
  switch ((error as Fault).code) {
    case "EADDRINUSE":
      return new StartError(
        `端口 ${port} 已被占用，请停止占用它的程序或设置 PORT（port in use）`,
        error,
      );
    case "EACCES":
      return new StartError(`没有权限监听端口 ${port}（no permission to listen on it）`, error);
    case "ENOTFOUND":
    case "EADDRNOTAVAIL":
    case "EAI_AGAIN":
      return new StartError(`HOST=${host} 不是本机的地址（not an address of this machine）`, error);
    default:
      return error;
  }
}

/** Says where the service is, and warns where more than this machine can reach it. */
export function announce(app: FastifyInstance, config: Config, logger: Logger): void {
  const { port } = app.server.address() as AddressInfo;
  logger.info(
    { port, host: config.host, zone: config.zone, database: hidePassword(config.databaseUrl) },
    `分明已启动：${addressOf(app, config)}`,
  );
  if (config.auth.mode === "open" && !isLoopbackHost(config.host)) {
    logger.warn(
      `正在监听 ${config.host}：开放模式没有登录，能访问此地址的任何人都能读写全部账目（open mode has no sign-in: anyone who reaches this address can read and change every book）`,
    );
  }
}

/** Where a browser of this machine opens the service. */
export function addressOf(app: FastifyInstance, { host: given }: Pick<Config, "host">): string {
  const { port } = app.server.address() as AddressInfo;
  const host = isWide(given) ? "localhost" : given;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function isWide(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}
