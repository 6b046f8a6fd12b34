/** Which commands there are, what they take, and how they are explained: Chinese, then English. */
import { Command, InvalidArgumentError, Option } from "commander";
import { DATE_ORDERS } from "../contract/bill-answers.ts";
import { later } from "./later.ts";
import { addUsers } from "./user-commands.ts";
import { packageVersion } from "./version.ts";

export function commandLine(): Command {
  const program = new Command("fenming");
  // Commands take these over from the program when they are made, so they come first.
  program
    .configureHelp({ styleTitle: inChinese, showGlobalOptions: false })
    .configureOutput({ outputError: (text, write) => write(inChinese(text)) })
    .helpOption("-h, --help", "显示帮助（show this help）")
    .helpCommand("help [command]", "显示命令的帮助（show the help of a command）")
    .showHelpAfterError("运行 fenming --help 查看用法（run fenming --help for the usage）")
    .description("分明：自托管的个人记账与预算服务（self-hosted bookkeeping, clear to the cent）")
    .version(packageVersion(), "-V, --version", "显示版本（show the version）")
    .addHelpText("after", `\n${SETTINGS_HINT}`);
  addServer(program);
  addKeeping(program);
  addUsers(program);
  addBills(program);
  addSeed(program);
  return program;
}

const SETTINGS_HINT =
  "设置来自环境变量，如 DATABASE_URL、TZ、PORT（settings come from the environment, see .env.example）";

function addServer(program: Command): void {
  program
    .command("serve", { isDefault: true })
    .description("启动服务（start the service）")
    .action(later(() => import("./serve.ts").then((module) => module.serve)));
}

function addKeeping(program: Command): void {
  program
    .command("check")
    .description(
      "核对整个数据库：余额、每日合计、外键、文件（prove balances, day totals, keys and file）",
    )
    .action(later(() => import("./check.ts").then((module) => module.check)));
  program
    .command("prune")
    .description(
      "删除过期的键、登录、审计、历史与预览，服务可以同时运行（delete what has had its time, also beside a service）",
    )
    .action(later(() => import("./prune.ts").then((module) => module.prune)));
  program
    .command("plans")
    .option(
      "--catch-up",
      "现在就记，哪怕时钟比上次快了 400 天以上（book now, though the clock is far ahead）",
      false,
    )
    .description("有多少计划到期；补记到期的（what plans have due, and booking it）")
    .action(later(() => import("./plans.ts").then((module) => module.plans)));
  program
    .command("backup")
    .argument("<file>", "备份文件，不会覆盖已有的（the copy to make, never overwritten）")
    .description("备份数据库，服务可以同时运行（copy the database, also while it is served）")
    .action(later(() => import("./backup.ts").then((module) => module.backup)));
  program
    .command("restore")
    .argument("<file>", "备份文件（a copy made by backup）")
    .description("从备份恢复；先核对备份，原数据库改名保留（check a copy, then put it in place）")
    .action(later(() => import("./restore.ts").then((module) => module.restore)));
  program
    .command("copy")
    .requiredOption("--from <url>", "来源，如 file:./data/fenming.db（the source）")
    .requiredOption("--to <url>", "目标，必须是空的，如 postgres://…（the target, which is empty）")
    .description("把整个数据库搬到另一个数据库或引擎（move everything to another database）")
    .action(later(() => import("./copy.ts").then((module) => module.copy)));
  program
    .command("migrate")
    .option("--dry-run", "只说会做什么（only say what would be done）", false)
    .option(
      "--distribute",
      "把各表按用户分布到 Citus 的多台服务器（spread the tables over a Citus cluster）",
    )
    .option("--zone <zone>", "改用另一个时区，如 Asia/Shanghai（move the book to another zone）")
    .description(
      "升级数据库结构，或更换记账时区（bring the schema up to date, or change the zone）",
    )
    .action(later(() => import("./migrate.ts").then((module) => module.migrate)));
}

function addBills(program: Command): void {
  const user = ["--user <user>", "用户的编号或邮箱（the user's id or email）"] as const;
  program
    .command("import")
    .argument("<file...>", "账单文件，或 export 导出的 JSON（bills, or a book exported as JSON）")
    .requiredOption(...user)
    .option("--password <password>", "加密 ZIP 的密码（the password of a zip）")
    .option(
      "--encoding <encoding>",
      "文字编码，如 gb18030、utf-8、big5（the encoding of the text, where it is asked）",
    )
    .addOption(
      new Option(
        "--date-order <order>",
        "日期的顺序，在文件看不出来时（the order of year, month and day, where it is asked）",
      ).choices(DATE_ORDERS),
    )
    .option(
      "--date-field <letter>",
      "QIF 里写日期的那一行的字母（the letter of the line that holds the date of a QIF）",
    )
    .option("--dry-run", "只显示预览（only show the preview）", false)
    .option(
      "--yes",
      "不再询问，写入没有疑问的行；其余留在预览里，退出码 3（write what is proved; the rest stays in a preview, exit code 3）",
      false,
    )
    .option("--merge", "可能重复的行全部合并（merge all rows that are perhaps in the book）", false)
    .option(
      "--book-duplicates",
      "可能重复的行全部照记（book all rows that are perhaps in the book）",
      false,
    )
    .description("导入账单：先显示预览，确认后写入（import bills, after a preview）")
    .action(later(() => import("./import.ts").then((module) => module.importFiles)));
  program
    .command("export")
    .requiredOption(...user)
    .option("--format <format>", "json、csv、xlsx、beancount 或 hledger（the format）", "json")
    .option("--output <file>", "写入文件，不会覆盖已有的（the file to make, never overwritten）")
    .description("导出整个账本（export the whole book）")
    .action(later(() => import("./export.ts").then((module) => module.exportBook)));
}

function addSeed(program: Command): void {
  program
    .command("seed")
    .requiredOption("--records <count>", "记录总数（records in all）", wholeNumber)
    .option("--users <count>", "用户数（users）", wholeNumber, 1)
    .addOption(
      new Option(
        "--one-user <count>",
        "其中第一个用户独有的记录数（how many of them belong to the first user）",
      ).argParser(wholeNumber),
    )
    .option(
      "--random <number>",
      "随机种子，同样的种子生成同样的账（the random seed）",
      wholeNumber,
      1,
    )
    .option("--until <day>", "最后一天，默认今天（the last day, today by default）")
    .description(
      "写入大量逼真的演示数据，用于测速与演示（add large realistic data for benchmarks and demonstrations）",
    )
    .action(later(() => import("./seed.ts").then((module) => module.seed)));
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    throw new InvalidArgumentError("必须是整数（must be a whole number）");
  }
  return Number(text);
}

/** Commander speaks English; its few sentences and titles, in both languages. */
function inChinese(text: string): string {
  return phrases.reduce((said, [english, chinese]) => said.replace(english, chinese), text);
}

const phrases: [RegExp, string][] = [
  [/^Usage:/, "用法（usage）："],
  [/^Arguments:/, "参数（arguments）："],
  [/^Options:/, "选项（options）："],
  [/^Commands:/, "命令（commands）："],
  [/^error: unknown command (\S+)/, "没有 $1 这个命令（unknown command）"],
  [/^error: unknown option (\S+)/, "没有 $1 这个选项（unknown option）"],
  [/^error: missing required argument (\S+)/, "缺少参数 $1（missing argument）"],
  [/^error: required option (.+) not specified/, "缺少选项 $1（missing option）"],
  [/^error: option (.+) argument missing/, "选项 $1 缺少值（the option needs a value）"],
  [/^error: option (.+) argument '(.*)' is invalid\. /, "选项 $1 的值 “$2” 无效："],
  [/Allowed choices are (.+)\./, "只能是 $1（allowed choices）"],
  [
    /^error: too many arguments.*/,
    "没有这样的命令或参数太多（unknown command or too many arguments）",
  ],
  [/\(Did you mean (.+)\?\)/, "是不是 $1？（did you mean it?）"],
];
