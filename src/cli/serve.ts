/** `fenming serve`: opens the book, listens, and stops without losing anything. */
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import pino, { type Logger } from "pino";
import { instantAt } from "../ledger/calendar.ts";
import { buildApp } from "../server/app.ts";
import { sealingSecrets, withKeptSecret } from "../server/auth/auth-config.ts";
import { type Repeated, regularly } from "../server/background/regularly.ts";
import { type Config, readConfig } from "../server/config.ts";
import { makeDigests } from "../server/notices/digest.ts";
import { senderOf } from "../server/notices/sender-of.ts";
import { bookDue } from "../server/plans/clock.ts";
import { forgetOld } from "../server/retention.ts";
import { openStore, type Store } from "../store/open.ts";
import { sayFirstCode } from "./first-code.ts";
import { addressOf, announce, listen, refuseBusyPort } from "./listen.ts";
import { logPieces } from "./log-pieces.ts";
import { restWhenQuiet } from "./rest.ts";
import { packageVersion } from "./version.ts";

/** How long running requests may take to end; the whole stop stays within 10 s. */
const STOP_MS = 8000;
/** How long requests may still come on connections that are open. */
const GRACE_MS = 500;
/** npm and a terminal deliver one stop as several signals; after this a signal is a second wish. */
const SAME_STOP_MS = 1000;
const DAY_MS = 86_400_000;

export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  await refuseBusyPort(config);
  const destination = logPieces();
  const logger = pino(
    { level: config.logLevel, timestamp: () => `,"time":"${instantAt(Date.now())}"` },
    destination,
  );
  const store = await openStore({
    url: config.databaseUrl,
    zone: config.zone,
    say: (sentence) => logger.info(sentence),
  });
  let app: FastifyInstance;
  let running: () => number;
  try {
    config.auth = withKeptSecret(config.auth, config.databaseUrl);
    config.sealing = sealingSecrets(config.sealing, config.databaseUrl);
    app = await buildApp({ store, config, version: packageVersion(), logger });
    running = countRunning(app, restWhenQuiet());
    loadResponse();
    await listen(app, config);
  } catch (error) {
    await store.close();
    throw error;
  }
  const cleaning = keepClean(store, logger);
  const booking = keepBooking(store, config.zone, logger);
  const sending = keepSending(store, config, logger);
  stopOnSignals(async () => {
    clearInterval(cleaning);
    await Promise.all([booking.stop(), sending.stop()]);
    await stop(app, running, store, logger);
    destination.flushSync();
  }, logger);
  announce(app, config, logger);
  await sayFirstCode(store.db, addressOf(app, config), config, logger);
}

/**
 * Node loads its `Response` at the first use, which takes longer than a request may hold others: the compression
 * of answers asks of each stream whether it is one.
 */
function loadResponse(): void {
  void globalThis.Response;
}

/** At start and every half minute books what plans have due, and then makes the notices of everybody whose hour has come. */
function keepBooking(store: Store, zone: string, logger: Logger): Repeated {
  const look = async (stopped: () => boolean) => {
    const beat = await bookDue(store.db, {
      now: Date.now(),
      zone,
      stopped,
      onFault: (err, userId) => logger.error({ err, userId }, "the plans of a book failed"),
    });
    if (beat.stalled) return logger.warn({ days: beat.days }, CLOCK_AHEAD);
    if (beat.booked + beat.waiting + beat.paused > 0) logger.info(beat, "计划已记");
    await makeDigests(store.db, {
      now: Date.now(),
      zone,
      stopped,
      onFault: (err, userId) => logger.error({ err, userId }, "the reminders of a book failed"),
    });
  };
  return regularly(LOOK_MS, look, (err) =>
    logger.error({ err }, "what plans have due could not be booked"),
  );
}

/** At start and every few seconds sends the notices that wait. */
function keepSending(store: Store, config: Config, logger: Logger): Repeated {
  const sender = senderOf(store.db, config, {
    onFault: (err, userId) => logger.error({ err, userId }, "a notice failed"),
  });
  return regularly(
    SEND_MS,
    async (stopped) => void (await sender.sendDue(stopped)),
    (err) => logger.error({ err }, "the notices that wait could not be sent"),
  );
}

const SEND_MS = 10_000;
const LOOK_MS = 30_000;
const CLOCK_AHEAD =
  "时钟比上次运行时快了 400 天以上，计划没有记：时钟无误请运行 fenming plans --catch-up（the clock is far ahead, no plan was booked）";

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

/**
 * Counts the requests that are being answered: a closing server waits for the connections of its own
 * listener alone, and "localhost" has two. `asked` is called with each.
 */
function countRunning(app: FastifyInstance, asked: () => void): () => number {
  let running = 0;
  app.addHook("onRequest", (_request, _reply, done) => {
    running += 1;
    asked();
    done();
  });
  app.addHook("onResponse", (_request, _reply, done) => {
    running -= 1;
    done();
  });
  return () => running;
}

/** No new connections; running requests are answered; what is queued is committed; then it closes. */
async function stop(
  app: FastifyInstance,
  running: () => number,
  store: Store,
  logger: Logger,
): Promise<void> {
  logger.info("正在停止");
  const deadline = performance.now() + STOP_MS;
  const cut = setTimeout(() => app.server.closeAllConnections(), STOP_MS);
  // On a connection that is kept open a request may be under way already: it is answered, and the answer says
  // that the connection ends. The closing server would end it at once.
  const closeIdle = app.server.closeIdleConnections.bind(app.server);
  app.server.closeIdleConnections = () => {};
  const closing = app.close();
  await Promise.race([closing, wait(GRACE_MS)]);
  // A connection that was busy when the stop came stays open after its answer, waiting for more.
  const sweep = setInterval(closeIdle, 50);
  await closing;
  clearTimeout(cut);
  clearInterval(sweep);
  while (running() > 0 && performance.now() < deadline) await wait(20);
  await store.close();
  logger.info("已停止");
}

function stopOnSignals(stopOnce: () => Promise<void>, logger: Logger): void {
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      stopOnce().then(
        () => process.exit(0),
        (error) => {
          logger.error({ err: error }, "the stop failed");
          process.exit(1);
        },
      );
    } else if (performance.now() - firstAt > SAME_STOP_MS) {
      process.exit(signal === "SIGINT" ? 130 : 143);
    }
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
