/** `fenming serve`: opens the book, listens, and stops without losing anything. */
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import pino, { type Logger } from "pino";
import { buildApp } from "../server/app.ts";
import { type Config, hidePassword, readConfig } from "../server/config.ts";
import { forgetOld } from "../server/forgetting.ts";
import { StartError } from "../store/db.ts";
import { openStore, type Store } from "../store/open.ts";
import { packageVersion } from "./version.ts";

/** How long running requests may take to end; the whole stop stays within 10 s. */
const STOP_MS = 8000;
/** npm and a terminal deliver one stop as several signals; after this a signal is a second wish. */
const SAME_STOP_MS = 1000;
const DAY_MS = 86_400_000;

export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const destination = pino.destination({ sync: false, minLength: 4096, periodicFlush: 250 });
  const logger = pino(
    { level: config.logLevel, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  );
  const store = await openStore({
    url: config.databaseUrl,
    zone: config.zone,
    say: (sentence) => logger.info(sentence),
  });
  let app: FastifyInstance;
  try {
    app = await buildApp({ store, config, version: packageVersion(), logger });
    await listen(app, config);
  } catch (error) {
    await store.close();
    throw error;
  }
  const cleaning = keepClean(store, logger);
  stopOnSignals(async () => {
    clearInterval(cleaning);
    await stop(app, store, logger);
    destination.flushSync();
  }, logger);
  announce(app, config, logger);
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EADDRINUSE") {
      throw new StartError(
        `端口 ${config.port} 已被占用，请停止占用它的程序或设置 PORT（port in use）`,
        error,
      );
    }
    if (code === "EACCES") {
      throw new StartError(
        `没有权限监听端口 ${config.port}（no permission to listen on it）`,
        error,
      );
    }
    if (code === "ENOTFOUND" || code === "EADDRNOTAVAIL" || code === "EAI_AGAIN") {
      throw new StartError(
        `HOST=${config.host} 不是本机的地址（not an address of this machine）`,
        error,
      );
    }
    throw error;
  }
}

function announce(app: FastifyInstance, config: Config, logger: Logger): void {
  const port = (app.server.address() as AddressInfo).port;
  const host = isWide(config.host) || config.host === "localhost" ? "localhost" : config.host;
  logger.info(
    { port, host: config.host, zone: config.zone, database: hidePassword(config.databaseUrl) },
    `分明已启动：http://${host.includes(":") ? `[${host}]` : host}:${port}`,
  );
  if (config.auth.mode === "open" && !isLoopbackHost(config.host)) {
    logger.warn(
      `正在监听 ${config.host}：开放模式没有登录，能访问此地址的任何人都能读写全部账目（open mode has no sign-in: anyone who reaches this address can read and change every book）`,
    );
  }
}

function isWide(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

/** Once a day, and at start, forgets what has had its time. */
function keepClean(store: Store, logger: Logger): NodeJS.Timeout {
  const clean = () => {
    forgetOld(store.db, Date.now()).catch((error) =>
      logger.error({ err: error }, "what has had its time could not be deleted"),
    );
  };
  clean();
  return setInterval(clean, DAY_MS).unref();
}

/** No new connections; running requests are answered; what is queued is committed; then it closes. */
async function stop(app: FastifyInstance, store: Store, logger: Logger): Promise<void> {
  logger.info("正在停止");
  const cut = setTimeout(() => app.server.closeAllConnections(), STOP_MS);
  await app.close();
  clearTimeout(cut);
  await store.close();
  logger.info("已停止");
}

function stopOnSignals(stopOnce: () => Promise<void>, logger: Logger): void {
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      stopOnce().then(
        () => process.exit(0),
        (error) => {
          logger.error({ err: error }, "the stop failed");
          process.exit(1);
        },
      );
    } else if (Date.now() - firstAt > SAME_STOP_MS) {
      process.exit(signal === "SIGINT" ? 130 : 143);
    }
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
