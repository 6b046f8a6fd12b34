/** `fenming copy --from URL --to URL`: moves a whole installation to another database. */
import { SingleBar } from "cli-progress";
import { hidePassword } from "../server/config.ts";
import { copyBook } from "../store/copy.ts";

export interface CopyCommand {
  from: string;
  to: string;
}

export async function copy({ from, to }: CopyCommand): Promise<void> {
  const bar = new SingleBar({
    format: "{bar} {percentage}% {value}/{total} 行，剩余 {eta_formatted}",
    noTTYOutput: false,
    hideCursor: true,
  });
  let rows: Record<string, number>;
  try {
    rows = await copyBook({
      from,
      to,
      starts: (total) => bar.start(total, 0),
      wrote: (count) => bar.increment(count),
    });
  } finally {
    bar.stop();
  }
  console.log(
    `已复制 ${rows.users} 个用户、${rows.accounts} 个账户、${rows.records} 条记录到 ${hidePassword(to)}，账目已核对（copied and proved）`,
  );
}
