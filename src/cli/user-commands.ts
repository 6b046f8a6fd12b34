/** `fenming user …` and `fenming token …` as they are explained; what they do is in user.ts. */
import type { Command } from "commander";
import type { userCommands } from "./user.ts";

/** What a command does, loaded when it is asked for. */
function run(name: keyof typeof userCommands) {
  return async (...args: unknown[]): Promise<void> => {
    const { userCommands } = await import("./user.ts");
    await (userCommands[name] as (...args: unknown[]) => Promise<void>)(...args);
  };
}

export function addUsers(program: Command): void {
  const user = program
    .command("user")
    .description("管理能够登录的用户（AUTH=jwt）（who may sign in）");
  user
    .command("add")
    .argument("<name>", "名字（the name）")
    .argument("<email>", "邮箱（the email）")
    .option("--subject <subject>", "身份提供方的用户标识，代替密码（the provider's subject）")
    .description("添加用户，密码从终端或标准输入读取（add a user; the password is asked for）")
    .action(run("add"));
  user.command("list").description("列出用户（list the users）").action(run("list"));
  user
    .command("passwd")
    .argument("<email>", "邮箱（the email）")
    .description("设置密码，并让其所有设备退出登录（set a password and end all sessions）")
    .action(run("passwd"));
  user
    .command("link")
    .argument("<email>", "邮箱（the email）")
    .argument("<subject>", "身份提供方的用户标识（the provider's subject）")
    .description("把身份提供方的用户与已有用户关联（link a provider's subject to a user）")
    .action(run("link"));
  user
    .command("disable")
    .argument("<email>", "邮箱（the email）")
    .option("--undo", "重新允许登录（let the user sign in again）", false)
    .description(
      "禁止登录，结束其会话，吊销其令牌和邀请；账目不变（stop sign-in, end sessions, revoke tokens and invitations）",
    )
    .action(run("disable"));
  user
    .command("reset-factor")
    .argument("<email>", "邮箱（the email）")
    .option("--passkeys", "也移除通行密钥（remove the passkeys, too）", false)
    .description(
      "移除两步验证并让其所有设备退出登录，手机丢了用（remove the second factor and end all sessions）",
    )
    .action(run("resetFactor"));
  user
    .command("invite")
    .description("生成邀请码，7 天内可注册一次（make an invitation, good once within 7 days）")
    .action(run("invite"));
  addTokens(program);
}

function addTokens(program: Command): void {
  program
    .command("token")
    .description("访问令牌（access tokens）")
    .command("create")
    .argument("<email>", "属于谁：邮箱（whose: the email）")
    .requiredOption("--name <name>", "名称（what it is for）")
    .option(
      "--scopes <scopes>",
      "权限：create 只记账，read 只读，read,write 读和改（what it may do）",
      "read,write",
    )
    .option("--days <days>", "有效天数（days until it ends）", "365")
    .description("创建访问令牌，只显示一次（make an access token, shown once）")
    .action(run("createToken"));
}
