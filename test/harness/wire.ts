/** A TCP wire to a server that a test can cut at the worst moment. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Wire {
  port: number;
  /**
   * The next time that a client says `words`, they reach the server, and the connection is cut before
   * its answer gets back. Resolves when that has happened.
   */
  loseAnswerTo(words: string): Promise<void>;
  /** The next time that a client says `words`, they do not reach the server any more. */
  loseRequest(words: string): Promise<void>;
  /** Lets nothing through any more, without telling anybody, until `resume`. */
  hold(): void;
  resume(): void;
  close(): Promise<void>;
}

interface Trap {
  words: string;
  forward: boolean;
  sprung: () => void;
}

/** Opens a wire to a port of this machine. */
export async function openWire(toPort: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let trap: Trap | undefined;
  let held = false;
  const server = createServer((client) => {
    const upstream = connect(toPort, "127.0.0.1");
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    let losing: Trap | undefined;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", cut).on("close", () => {
        sockets.delete(socket);
        cut();
      });
      if (held) socket.pause();
    }
    client.on("data", (data) => {
      if (trap !== undefined && data.includes(trap.words)) {
        losing = trap;
        trap = undefined;
        if (!losing.forward) {
          cut();
          losing.sprung();
          return;
        }
      }
      upstream.write(data);
    });
    upstream.on("data", (data) => {
      if (losing === undefined) {
        client.write(data);
        return;
      }
      cut();
      losing.sprung();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const setTrap = (words: string, forward: boolean) =>
    new Promise<void>((sprung) => {
      trap = { words, forward, sprung };
    });
  return {
    port: (server.address() as AddressInfo).port,
    loseAnswerTo: (words) => setTrap(words, true),
    loseRequest: (words) => setTrap(words, false),
    hold() {
      held = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      held = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
