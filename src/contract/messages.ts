/**
 * Every sentence that the service says to a person, in one catalogue: Chinese first (the language of
 * the interface), English for a client that sends `X-Language: en`. `{name}` is filled in.
 */

export interface Words {
  zh: string;
  en: string;
}

export type Language = keyof Words;

export const messages = {
  healthy: { zh: "后端服务运行正常", en: "The backend is running" },
  ready: { zh: "数据库连接正常", en: "The database answers" },
  api: { zh: "分明个人记账与预算服务 API", en: "Fenming personal bookkeeping and budget API" },
  testDataReady: { zh: "测试数据已就绪", en: "The test data is ready" },

  userCreated: { zh: "用户创建成功", en: "User created" },
  accountCreated: { zh: "账户创建成功", en: "Account created" },
  accountsMerged: { zh: "账户已合并", en: "The accounts are merged" },
  accountUpdated: { zh: "账户更新成功", en: "Account updated" },
  accountDeleted: { zh: "账户删除成功", en: "Account deleted" },
  recordCreated: { zh: "记录创建成功", en: "Record created" },
  recordUpdated: { zh: "记录更新成功", en: "Record updated" },
  recordDeleted: { zh: "记录删除成功", en: "Record deleted" },
  recordsCreated: { zh: "批量记账成功", en: "Records created" },
  recordsChanged: { zh: "批量操作成功", en: "Records changed" },
  transferCreated: { zh: "转账创建成功", en: "Transfer created" },
  transferUpdated: { zh: "转账更新成功", en: "Transfer updated" },
  transferDeleted: { zh: "转账删除成功", en: "Transfer deleted" },
  adjustmentCreated: { zh: "调整创建成功", en: "Adjustment created" },
  adjustmentUpdated: { zh: "调整更新成功", en: "Adjustment updated" },
  adjustmentDeleted: { zh: "调整删除成功", en: "Adjustment deleted" },
  ticksChanged: { zh: "已记下", en: "Noted" },
  checkpointCreated: { zh: "对账点创建成功", en: "Checkpoint created" },
  checkpointUpdated: { zh: "对账点更新成功", en: "Checkpoint updated" },
  checkpointDeleted: { zh: "对账点删除成功", en: "Checkpoint deleted" },
  importRead: { zh: "账单已读取，请核对预览", en: "The bill was read; check the preview" },
  importUpdated: { zh: "预览已更新", en: "The preview was changed" },
  importCommitted: { zh: "导入完成", en: "The import is done" },
  importCancelled: { zh: "导入已取消", en: "The import was cancelled" },
  importUndone: { zh: "导入已撤销", en: "The import was undone" },
  ruleCreated: { zh: "规则创建成功", en: "Rule created" },
  ruleUpdated: { zh: "规则更新成功", en: "Rule updated" },
  ruleDeleted: { zh: "规则删除成功", en: "Rule deleted" },
  bookLoaded: { zh: "账本已装入", en: "The book was loaded" },
  rulesRun: { zh: "规则已运行", en: "The rules were run" },
  budgetCreated: { zh: "预算创建成功", en: "Budget created" },
  budgetUpdated: { zh: "预算更新成功", en: "Budget updated" },
  budgetDeleted: { zh: "预算删除成功", en: "Budget deleted" },

  planCreated: { zh: "计划创建成功", en: "Plan created" },
  planUpdated: { zh: "计划更新成功", en: "Plan updated" },
  suggestionRefused: { zh: "不再建议", en: "It is not suggested again" },
  feedMade: { zh: "日历订阅地址已生成", en: "The calendar's address is made" },
  feedEnded: { zh: "日历订阅已停止", en: "The calendar's address has ended" },
  planDeleted: { zh: "计划删除成功", en: "Plan deleted" },
  planPaused: { zh: "计划已暂停", en: "The plan is paused" },
  planResumed: { zh: "计划已恢复", en: "The plan is resumed" },
  planStillPaused: {
    zh: "计划仍然暂停：到期的一期记不了，原因见 reason",
    en: "The plan is still paused: what is due cannot be booked, see reason",
  },
  occurrenceBooked: { zh: "已记下", en: "Booked" },
  occurrenceUpdated: { zh: "这一期已更新", en: "The occurrence was changed" },
  occurrenceSkipped: { zh: "已跳过", en: "Skipped" },

  channelCreated: { zh: "渠道添加成功", en: "Channel added" },
  channelUpdated: { zh: "渠道更新成功", en: "Channel updated" },
  noticesChanged: { zh: "提醒设置已更新", en: "The settings of reminders were changed" },
  channelDeleted: { zh: "渠道删除成功", en: "Channel deleted" },

  registered: { zh: "注册成功", en: "Registered" },
  signedIn: { zh: "登录成功", en: "Signed in" },
  signedOut: { zh: "已退出登录", en: "Signed out" },
  passwordChanged: {
    zh: "密码已修改，其他设备已退出登录",
    en: "Password changed, other devices are signed out",
  },
  codeNeeded: {
    zh: "密码正确，请再输入验证器应用里的验证码",
    en: "The password is right; now the code of your authenticator app",
  },
  secondFactorBegun: {
    zh: "请用验证器应用扫码，再输入它显示的验证码",
    en: "Scan it with an authenticator app, then enter the code that it shows",
  },
  secondFactorOn: {
    zh: "两步验证已打开，恢复码只显示这一次",
    en: "Two-step sign-in is on; the recovery codes are shown only once",
  },
  recoveryCodesMade: {
    zh: "新的恢复码只显示这一次，以前的已失效",
    en: "New recovery codes, shown only once; the ones before are void",
  },
  secondFactorOff: { zh: "两步验证已关闭", en: "Two-step sign-in is off" },
  passkeyAdded: { zh: "通行密钥已添加", en: "Passkey added" },
  passkeyRenamed: { zh: "通行密钥已改名", en: "Passkey renamed" },
  passkeyRemoved: { zh: "通行密钥已移除", en: "Passkey removed" },
  sessionEnded: { zh: "该设备已退出登录", en: "The device is signed out" },

  restored: { zh: "已恢复", en: "Restored" },
  tokenCreated: {
    zh: "访问令牌已创建，只显示这一次，请妥善保存",
    en: "Access token created; it is shown only once",
  },
  tokenDeleted: { zh: "访问令牌已吊销", en: "Access token revoked" },
  invitationCreated: {
    zh: "邀请已创建，邀请码只显示这一次",
    en: "Invitation made; its code is shown only once",
  },
  invitationDeleted: { zh: "邀请已收回", en: "Invitation taken back" },

  userNotFound: { zh: "用户不存在", en: "The user does not exist" },
  accountNotFound: { zh: "账户不存在", en: "The account does not exist" },
  recordNotFound: { zh: "记录不存在", en: "The record does not exist" },
  transferNotFound: { zh: "转账不存在", en: "The transfer does not exist" },
  adjustmentNotFound: { zh: "调整不存在", en: "The adjustment does not exist" },
  checkpointNotFound: { zh: "对账点不存在", en: "The checkpoint does not exist" },
  checkpointTaken: { zh: "这一天已经有对账点", en: "There is a checkpoint of that day already" },
  importNotFound: { zh: "导入不存在", en: "The import does not exist" },
  ruleNotFound: { zh: "规则不存在", en: "The rule does not exist" },
  budgetNotFound: { zh: "预算不存在", en: "The budget does not exist" },
  planNotFound: { zh: "计划不存在", en: "The plan does not exist" },
  occurrenceNotFound: { zh: "这一期不存在", en: "There is no such occurrence" },
  occurrenceAlreadyBooked: {
    zh: "这一期已经记过（记录 {id}）",
    en: "The occurrence is booked already (record {id})",
  },
  occurrenceAlreadyMoved: {
    zh: "这一期已经记过（转账 {id}）",
    en: "The occurrence is booked already (transfer {id})",
  },
  occurrenceDone: { zh: "这一期已经完成", en: "The occurrence is done already" },
  occurrenceNeedsAmount: {
    zh: "这一期还没有金额，请给出 amount",
    en: "The occurrence has no amount yet: give amount",
  },
  channelNotFound: { zh: "渠道不存在", en: "The channel does not exist" },
  channelNeeds: {
    zh: "{kind} 渠道需要{label}（{field}）",
    en: "A channel of {kind} needs {label} ({field})",
  },
  channelTakesNot: {
    zh: "{kind} 渠道没有{label}（{field}）",
    en: "A channel of {kind} takes no {label} ({field})",
  },
  channelKeyNoHook: {
    zh: "密钥（key）必须是 whsec_ 加 24 到 64 字节的 base64",
    en: "Key (key) must be whsec_ and 24 to 64 bytes in base64",
  },
  channelKeyNoPush: {
    zh: "密钥（key）必须是浏览器订阅里的 p256dh 与 auth，中间一个点",
    en: "Key (key) must be the p256dh and the auth of a browser's subscription with a dot between",
  },
  channelNoMail: {
    zh: "这里没有设置发邮件的服务器（SMTP_URL）",
    en: "No server for mail is set here (SMTP_URL)",
  },
  channelAddressWrong: {
    zh: "{label}（{field}）不是可用的地址，也不能含用户名与密码",
    en: "{label} ({field}) is no address that can be used, or has a user name or password",
  },
  channelNeedsHttps: {
    zh: "{label}（{field}）必须是 https；不加密的地址要运行服务的人在 OUTBOUND_ALLOW 里列出",
    en: "{label} ({field}) must be https; whoever runs the service has to list another in OUTBOUND_ALLOW",
  },
  channelNotAllowed: {
    zh: "{label}（{field}）是内网地址，要运行服务的人在 OUTBOUND_ALLOW 里列出",
    en: "{label} ({field}) is a private address; whoever runs the service has to list it in OUTBOUND_ALLOW",
  },
  channelNotSealed: {
    zh: "服务没有保管密钥的办法：请运行服务的人设置 JWT_SECRET",
    en: "The service has nothing to keep keys with: whoever runs it has to set JWT_SECRET",
  },
  channelOff: { zh: "渠道没有打开", en: "The channel is off" },
  tooManyChannels: { zh: "渠道最多 {most} 个", en: "There may be {most} channels at most" },
  tooManyTests: {
    zh: "刚刚试过，请过一会儿再试",
    en: "It was tried just now; try again a little later",
  },
  digestTitle: { zh: "分明提醒", en: "Fenming" },
  lineToPay: { zh: "{when}要付：{name}", en: "To pay {when}: {name}" },
  lineToCome: { zh: "{when}到账：{name}", en: "To come {when}: {name}" },
  lineToMove: { zh: "{when}要转：{name}", en: "To move {when}: {name}" },
  lineToDo: { zh: "{when}：{name}", en: "{when}: {name}" },
  lineToday: { zh: "今天", en: "today" },
  lineTomorrow: { zh: "明天", en: "tomorrow" },
  lineAfterTomorrow: { zh: "后天", en: "in two days" },
  lineDay: { zh: "{month}月{date}日", en: "{month}/{date}" },
  lineShortBy: { zh: "{account}还有 {balance}，不够", en: "{account} has {balance}: not enough" },
  lineShort: { zh: "{account}的钱不够", en: "{account} has not enough" },
  lineWaiting: { zh: "待确认 {count} 笔", en: "{count} to be confirmed" },
  linePaused: {
    zh: "{name} 记不下去，已暂停，请看一看",
    en: "{name} could not be booked and is paused: have a look",
  },
  lineBelow: { zh: "{account} {day} 将低于 0", en: "{account} falls below 0 on {day}" },
  lineBudget: { zh: "{category}预算已用 {percent}%", en: "{percent} % of {category} is spent" },
  lineStopped: {
    zh: "停了 {days} 天，补记 {booked} 笔",
    en: "Stopped for {days} days, {booked} booked since",
  },
  lineMore: { zh: "另有 {count} 件，请打开分明看", en: "{count} more: open Fenming to see them" },
  testTitle: { zh: "分明：试一条", en: "Fenming: a try" },
  testLine: {
    zh: "看到这一条，就是通了。真的提醒也走这条路。",
    en: "You see this, so it works. Real reminders come the same way.",
  },
  sendNeedsHttps: { zh: "地址必须是 https", en: "The address must be https" },
  sendNotAllowed: {
    zh: "{host} 是内网地址，没有在 OUTBOUND_ALLOW 里列出",
    en: "{host} is a private address that OUTBOUND_ALLOW does not list",
  },
  sendNoHost: { zh: "找不到主机 {host}", en: "The host {host} is not found" },
  sendNoAnswer: { zh: "{seconds} 秒内没有答复", en: "There was no answer within {seconds} s" },
  sendRedirected: { zh: "对方转跳到别处，没有跟去", en: "Redirected elsewhere, not followed" },
  sendUntrusted: { zh: "证书不可信（{code}）", en: "The certificate is not trusted ({code})" },
  sendUnreachable: { zh: "连不上（{code}）", en: "It cannot be reached ({code})" },
  sendAnswered: { zh: "对方答复 {status}", en: "It answered {status}" },
  sendSaid: { zh: "对方说：{text}", en: "It said: {text}" },
  sendNoMail: {
    zh: "没有设置发邮件的服务器（SMTP_URL）",
    en: "No server for mail is set (SMTP_URL)",
  },
  sendSealed: {
    zh: "密钥读不出来了，请重新填写",
    en: "The key cannot be read any more: enter it again",
  },
  planEnded: { zh: "计划已经结束", en: "The plan has ended" },
  planNeedsAccount: {
    zh: "支出与收入计划需要账户与分类",
    en: "A plan of an expense or income needs an account and a category",
  },
  planNeedsAccounts: {
    zh: "转账计划需要转出与转入账户",
    en: "A plan of a transfer needs both accounts",
  },
  planNeedsAmount: {
    zh: "固定或先估金额的计划需要金额，金额必须大于 0",
    en: "A plan whose amount is fixed or estimated needs an amount above 0",
  },
  planAskNotAuto: {
    zh: "“到时再填”的计划不能自动记",
    en: "A plan whose amount is asked for cannot be booked by itself",
  },
  planReminderNotAuto: {
    zh: "只提醒的计划不能自动记",
    en: "A reminder cannot be booked by itself",
  },
  planKindFixed: {
    zh: "只提醒的计划与记账的计划不能互换，请另建一个",
    en: "A reminder and a plan that books cannot become each other; make another plan",
  },
  planDaysWrong: {
    zh: "每周的日子（days）必须是 1 到 7，每月的几号必须是 1 到 31 或 -1，最多 4 个；每天与每年的计划没有 days",
    en: "days are 1 to 7 of a week, or 1 to 31 and -1 of a month, at most 4; plans of days and years have none",
  },
  planEndBeforeStart: {
    zh: "结束日期不能早于开始日期",
    en: "The end date cannot be before the start date",
  },
  planEndOrTimes: {
    zh: "结束日期与期数只能给一个",
    en: "Give either an end date or a number of times",
  },
  planTooMany: {
    zh: "计划最多 {most} 个，已结束的也算：请先删除不再需要的计划，已记的账不变",
    en: "There are {most} plans at most, ended ones among them: delete some first; what they booked stays",
  },
  planBackfillTooLong: {
    zh: "要补记的期数太多（{count} 期，最多 {most} 期），请把开始日期改晚",
    en: "Too many occurrences to book ({count}, at most {most}): choose a later start",
  },
  rangeTooLong: {
    zh: "时间范围最长 {days} 天",
    en: "The range is {days} days at most",
  },
  restorePlanned: {
    zh: "计划的同一期已另外记过（编号 {id}），恢复会记两次；要恢复，请先删除它",
    en: "Its occurrence of the plan is booked again under the id {id}; delete that first",
  },
  restorePlanFollowed: {
    zh: "后面的计划（编号 {id}）接着它，恢复会记两次；要恢复，请先删除后面的计划",
    en: "The plan {id} continues it; delete that first",
  },
  endpointNotFound: { zh: "接口不存在", en: "There is no such endpoint" },

  historyNotFound: {
    zh: "历史记录不存在，或已超过 30 天",
    en: "There is no such history entry, or it is older than 30 days",
  },
  restoreChanged: { zh: "此后又有改动，不能恢复", en: "It has changed since and is not restored" },
  restoreAccountGone: {
    zh: "它的账户已不存在，请先恢复账户",
    en: "Its account is gone; restore the account first",
  },
  restoreExpenseGone: {
    zh: "所退的支出已不存在或已不是支出，请先恢复那笔支出",
    en: "The expense that it gives back is gone or no expense; restore that first",
  },
  restoreRefundTooLarge: {
    zh: "恢复后退款合计 {refunded} 元会超过支出的 {amount} 元，请先处理退款记录",
    en: "The refunds, {refunded} yuan, would exceed the expense of {amount} yuan",
  },
  restoreHasRefunds: {
    zh: "这笔支出已有退款 {refunded} 元，不能恢复为收入；请先处理退款记录",
    en: "The expense has refunds of {refunded} yuan and cannot become an income again",
  },
  restoreBookedRecord: {
    zh: "同一行账单已记为记录 {id}，恢复会记两次；要恢复，请先删除那条记录",
    en: "Its line of the bill is booked as record {id}; delete that first",
  },
  restoreBookedTransfer: {
    zh: "同一行账单已记为转账 {id}，恢复会记两次；要恢复，请先删除那笔转账",
    en: "Its line of the bill is booked as transfer {id}; delete that first",
  },
  restoreBookedAdjustment: {
    zh: "同一行账单已记为调整 {id}，恢复会记两次；要恢复，请先删除那笔调整",
    en: "Its line of the bill is booked as adjustment {id}; delete that first",
  },
  restoreOwnId: {
    zh: "同一个 externalId 已记为编号 {id} 的那一笔，恢复会记两次；要恢复，请先删除它",
    en: "Its externalId is booked again under the id {id}; delete that first",
  },
  restoreMerge: {
    zh: "合并账户只能整步撤销",
    en: "A merge of accounts is taken back as a whole",
  },
  restoreTooLarge: {
    zh: "恢复后的余额或当天合计会超出范围",
    en: "A balance or the total of a day would leave its range",
  },
  invitationNotFound: { zh: "邀请不存在", en: "The invitation does not exist" },
  tooManyInvitations: {
    zh: "没有用掉的邀请最多 {count} 个，请先收回不用的",
    en: "At most {count} open invitations; take one back first",
  },
  tokenNotFound: { zh: "访问令牌不存在", en: "The access token does not exist" },
  tooManyTokens: {
    zh: "访问令牌最多 {count} 个，请先吊销不用的",
    en: "At most {count} access tokens; revoke one first",
  },
  quickTextOrAmount: {
    zh: "请给出 text 或 amount",
    en: "Give text or amount",
  },
  quickTooManyAccounts: {
    zh: "账户多于 {most} 个，一句话分不清是哪个：请逐项填写",
    en: "One line cannot tell more than {most} accounts apart: give the fields",
  },
  quickTooManyCategories: {
    zh: "分类多于 {most} 个，一句话分不清是哪个：请逐项填写",
    en: "One line cannot tell more than {most} categories apart: give the fields",
  },
  quickUnclear: { zh: "没有记账：{problems}", en: "Nothing was booked: {problems}" },
  sessionNotFound: { zh: "登录会话不存在", en: "The session does not exist" },

  signInRequired: {
    zh: "请先登录（请求头 Authorization: Bearer …）",
    en: "Sign in first (header Authorization: Bearer …)",
  },
  tokenInvalid: { zh: "登录凭证无效，请重新登录", en: "The token is not valid, sign in again" },
  tokenExpired: { zh: "登录凭证已过期", en: "The token has expired" },
  signInFailed: { zh: "邮箱或密码错误", en: "Wrong email or password" },
  ticketInvalid: {
    zh: "登录已超时，请重新输入密码",
    en: "The sign-in has timed out; enter the password again",
  },
  signInCodeWrong: {
    zh: "验证码错误或已用过",
    en: "The code is wrong or has been used",
  },
  codeWrong: {
    zh: "请输入验证器应用里现在的验证码，每个只能用一次",
    en: "Enter the present code of your authenticator app; each is good once",
  },
  secondFactorNeeded: {
    zh: "这里要求两步验证，请先打开",
    en: "Two-step sign-in is required here; turn it on first",
  },
  secondFactorIsOn: {
    zh: "两步验证已经打开；要换手机，请先关闭",
    en: "Two-step sign-in is on already; turn it off first to use another phone",
  },
  secondFactorIsOff: {
    zh: "两步验证没有打开",
    en: "Two-step sign-in is not on",
  },
  secondFactorNotBegun: {
    zh: "请先扫码，再输入验证码",
    en: "Scan the code first",
  },
  passkeyRefused: {
    zh: "这个通行密钥不能登录，请用密码",
    en: "This passkey does not sign in; use the password",
  },
  passkeyNotAdded: {
    zh: "通行密钥没有添加成功，请重试",
    en: "The passkey could not be added; try again",
  },
  passkeyNotFound: { zh: "通行密钥不存在", en: "The passkey does not exist" },
  tooManyPasskeys: {
    zh: "通行密钥最多 {count} 个，请先移除不用的",
    en: "At most {count} passkeys; remove one first",
  },
  passwordWrong: { zh: "当前密码错误", en: "The current password is wrong" },
  passwordCommon: {
    zh: "这个密码太常见，请换一个",
    en: "This password is one of the commonest, choose another",
  },
  firstCodeNeeded: {
    zh: "还没有人能登录。第一个账号需要注册码，它在服务启动时的日志里；也可以运行 fenming user invite 得到邀请码",
    en: "Nobody can sign in yet. The first account needs the code that the service's log shows at start, or one of fenming user invite",
  },
  signupClosed: {
    zh: "注册未开放，请向已有账号的人索取邀请码",
    en: "Registration is closed, ask for an invitation",
  },
  invitationInvalid: {
    zh: "邀请码无效、已使用或已过期",
    en: "The invitation is not valid, used or expired",
  },
  userIdNotAllowed: {
    zh: "不允许传入 userId：用户由登录凭证决定",
    en: "userId is not allowed: the token says who you are",
  },
  scopeMissing: {
    zh: "该访问令牌没有“{scope}”权限",
    en: "This access token lacks the scope {scope}",
  },
  sessionRequired: {
    zh: "此操作需要登录，不能使用访问令牌",
    en: "This needs a sign-in, not an access token",
  },
  tooManyAttempts: {
    zh: "尝试次数过多，请 {seconds} 秒后再试",
    en: "Too many attempts, try again in {seconds} s",
  },
  hostNotAllowed: {
    zh: "不接受主机名“{host}”：没有登录的服务只应答本机的名字，请把它加入 ALLOWED_HOSTS，或设置 AUTH=jwt",
    en: "The host {host} is not accepted: a service without sign-in answers to its own names only; add it to ALLOWED_HOSTS or set AUTH=jwt",
  },
  originNotAllowed: {
    zh: "不接受来自其他网站（{origin}）的修改：请把它加入 CORS_ORIGIN",
    en: "Changes from another site ({origin}) are not accepted: add it to CORS_ORIGIN",
  },
  tooManyRequests: {
    zh: "请求过于频繁，请 {seconds} 秒后再试",
    en: "Too many requests, try again in {seconds} s",
  },
  providerAway: {
    zh: "身份提供方暂时不可用，请稍后重试",
    en: "The identity provider is not available, try again later",
  },
  busy: { zh: "服务繁忙，请稍后重试", en: "The service is busy, try again later" },

  emailTaken: { zh: "该邮箱已被注册", en: "This email is already registered" },
  mergeSameAccount: {
    zh: "不能把账户与它自己合并",
    en: "An account cannot be merged with itself",
  },
  mergeTransfersBetween: {
    zh: "这两个账户之间有 {count} 笔转账（共 {amount}），合并后就是转给自己；确认删除它们请加上 removeTransfers: true，余额不受影响",
    en: "There are {count} transfers between the two ({amount} in all), which would be to the account itself; add removeTransfers: true to delete them, no balance changes",
  },
  accountInUse: {
    zh: "该账户下还有 {count} 条记录，不能删除；确认连同记录一起删除请加上 ?cascade=true",
    en: "The account still has {count} records; add ?cascade=true to delete it with them",
  },
  accountInUseByTransfers: {
    zh: "该账户下还有 {count} 条记录和转账（其中转账 {transfers} 笔），不能删除；确认一起删除请加上 ?cascade=true，转账的另一账户会退回相应金额",
    en: "The account still has {count} records and transfers ({transfers} of them transfers); add ?cascade=true to delete it with them",
  },
  accountInUseByAdjustments: {
    zh: "该账户下还有 {count} 条记录、转账和调整（其中调整 {adjustments} 笔），不能删除；确认一起删除请加上 ?cascade=true",
    en: "The account still has {count} records, transfers and adjustments ({adjustments} of them adjustments); add ?cascade=true to delete it with them",
  },
  billRefused: { zh: "{reason}", en: "The bill cannot be imported: {reason}" },
  bookNotEmpty: {
    zh: "账本里已有内容，只能装入空的账本",
    en: "The book is not empty: an export can only be loaded into an empty one",
  },
  bookTooLarge: {
    zh: "备份超过 {limit}，不能这样上传；请在服务所在的机器上运行 fenming import 备份文件 --user 邮箱或编号，不受这个限制",
    en: "The backup is over {limit}: load it on the service's machine with fenming import FILE --user EMAIL-OR-ID, which knows no such limit",
  },
  bookInvalid: {
    zh: "这不是可以装入的账本文件：{reason}",
    en: "The file is no book that can be loaded: {reason}",
  },
  fileMissing: {
    zh: "请求里没有文件：请以 multipart/form-data 上传一个名为 file 的文件",
    en: "There is no file: upload one named file as multipart/form-data",
  },
  importNotReady: {
    zh: "这次导入的状态是 {status}，不能修改或写入",
    en: "The import is {status}: it can be neither changed nor committed",
  },
  importRunning: {
    zh: "导入正在进行，请等它结束或先取消",
    en: "The import is running: wait for its end or cancel it",
  },
  importNotRunning: { zh: "这次导入没有在进行", en: "The import is not running" },
  importOutdated: {
    zh: "预览之后账本有变化：{count} 行已由别的导入写入，或所依据的记录已被删除、撤销，现已按账本重新标明，请核对后再提交",
    en: "The book has changed since the preview: {count} rows were imported meanwhile, or what they were compared with is gone; they are shown anew, check them again",
  },
  importJoinLost: {
    zh: "有 {count} 行选择与账本里的一条记录合为一笔转账，那条记录已被修改或删除，请重新选择",
    en: "{count} rows were to become a transfer with a record that has changed or is gone; choose again",
  },
  importAccountBoth: {
    zh: "第 {number} 个账户（accounts[{index}]）的 accountId 与 create 只能给出其中之一",
    en: "Account {number} (accounts[{index}]): give either accountId or create",
  },
  importSameAccount: {
    zh: "第 {row} 行转账的转出与转入是同一个账户，请修改账户对应或跳过它",
    en: "Row {row} is a transfer within one account: map its accounts otherwise or skip it",
  },
  questionNotFound: {
    zh: "预览里没有这个问题：{code}",
    en: "The preview asks no such question: {code}",
  },
  layoutNotFound: {
    zh: "预览里没有这种表格：{layout}",
    en: "The preview has no table of this layout: {layout}",
  },
  rowNotFound: { zh: "预览里没有第 {row} 行", en: "The preview has no row {row}" },
  closingNotFound: {
    zh: "预览的 closings 里没有编号 {number}",
    en: "The preview's closings have no number {number}",
  },
  rowCannot: { zh: "第 {row} 行不能这样处理：{why}", en: "Row {row} cannot be handled so: {why}" },
  patternInvalid: { zh: "text 不是有效的正则表达式", en: "text is not a valid regular expression" },
  ruleWithoutOutcome: {
    zh: "规则至少要给出 category、accountId、kind 之一",
    en: "A rule must give at least one of category, accountId and kind",
  },
  ruleAmountsReversed: {
    zh: "规则的最小金额（minAmount）不能大于最大金额（maxAmount）",
    en: "The smallest amount of a rule (minAmount) must not be above its largest (maxAmount)",
  },
  categoriesRenamed: { zh: "分类已合并", en: "The categories are merged" },
  renameBudgets: {
    zh: "“{from}”和“{to}”在 {months} 都有预算：请选择两个上限相加（add）还是保留“{to}”的（keep）",
    en: "“{from}” and “{to}” both have a budget in {months}: choose add (the caps are added) or keep (that of “{to}” stays)",
  },
  renameBudgetTooLarge: {
    zh: "“{to}”的预算相加后超出范围，没有修改",
    en: "The added budgets of “{to}” are too large: nothing has changed",
  },
  rulesTooSlow: {
    zh: "规则运行时间过长，请检查正则表达式，或缩短日期范围",
    en: "The rules took too long: check their patterns, or name fewer days",
  },
  accountArchived: {
    zh: '账户“{name}”已归档，不再记新账；确实要记请加上 "force": true，或先取消归档',
    en: 'The account {name} is archived and takes nothing new; add "force": true, or take it out of the archive',
  },
  recordRefused: {
    zh: "第 {number} 条记录（records[{index}]）：{reason}",
    en: "Record {number} (records[{index}]): {reason}",
  },
  adjustmentAmountOrValue: {
    zh: "请给出 amount 或 value 其中之一",
    en: "Give either amount or value",
  },
  adjustmentZero: { zh: "调整金额不能是 0", en: "An adjustment moves the balance: not 0" },
  sameAccount: {
    zh: "转出账户与转入账户不能相同",
    en: "A transfer must be between two different accounts",
  },
  feeOfTransfer: {
    zh: "这是转账 {transferId} 的手续费，不能单独修改或删除，请修改那笔转账",
    en: "This is the fee of transfer {transferId}: change the transfer instead",
  },
  transfersNotChanged: {
    zh: "转账不能批量修改，只能删除",
    en: "Transfers can't be changed in bulk, only deleted",
  },
  refundNotIncome: {
    zh: "退款必须是收入（type 为 income）",
    en: "A refund must be of type income",
  },
  refundOfNothing: {
    zh: "refundOf 必须是自己的一条支出记录（不能是转账手续费）",
    en: "refundOf must name an expense of the same user that is no transfer's fee",
  },
  refundContradicts: {
    zh: "refund 为 false 时不能给出 refundOf",
    en: "refundOf cannot be given with refund false",
  },
  refundTooLarge: {
    zh: "退款合计 {refunded} 元会超过这笔支出的 {amount} 元",
    en: "The refunds, {refunded} yuan, would exceed the expense of {amount} yuan",
  },
  expenseHasRefunds: {
    zh: "这笔支出已有退款 {refunded} 元，不能删除，也不能改为收入；请先处理退款记录",
    en: "The expense has refunds of {refunded} yuan; change or delete those first",
  },
  balanceTooLarge: {
    zh: "账户余额会超出 ±20,000,000,000,000.00 元的范围",
    en: "The account balance would leave the range of ±20,000,000,000,000.00 yuan",
  },
  dayTotalTooLarge: {
    zh: "当天的合计会超出 20,000,000,000,000.00 元的范围",
    en: "The total of the day would leave the range of 20,000,000,000,000.00 yuan",
  },

  missingFields: { zh: "缺少必填字段：{fields}", en: "Required fields are missing: {fields}" },
  wrongFields: { zh: "{problems}", en: "{problems}" },
  unknownParameter: {
    zh: "没有名为 {name} 的查询参数，您是不是要用 {nearest}？",
    en: "There is no query parameter {name}; did you mean {nearest}?",
  },
  unknownParameterOf: {
    zh: "没有名为 {name} 的查询参数，这里有 {names}",
    en: "There is no query parameter {name}; there are {names}",
  },
  invalidField: { zh: "{label}（{field}）{rule}", en: "{label} ({field}) {rule}" },
  dateDoesNotExist: {
    zh: "{label}（{field}）在服务器时区 {zone} 中不存在",
    en: "{label} ({field}) does not exist in the server's zone {zone}",
  },
  malformedJson: { zh: "请求体不是有效的 JSON", en: "The request body is not valid JSON" },
  bodyNotUtf8: {
    zh: "请求体必须是 UTF-8 编码的 JSON；Windows 的命令行常常发送 GBK，请改用 UTF-8",
    en: "The request body must be JSON in UTF-8; command lines of Windows often send GBK",
  },
  bodyNotObject: { zh: "请求体必须是 JSON 对象", en: "The request body must be a JSON object" },
  wrongContentType: {
    zh: "请求体的 Content-Type 必须是 application/json",
    en: "The Content-Type of the request body must be application/json",
  },
  bodyTooLarge: { zh: "请求体过大，上限为 {limit}", en: "The request body is over {limit}" },
  tooManyParameters: {
    zh: "请求地址里的查询参数过多",
    en: "The request address has too many query parameters",
  },
  malformedUrl: { zh: "请求地址的编码无效", en: "The request address is not validly encoded" },
  rawUrl: {
    zh: '请求地址里有没有编码的字符（例如汉字或空格）：请先做百分号编码，例如 category=%E9%A4%90%E9%A5%AE；curl 可以用 -G --data-urlencode "category=餐饮"',
    en: "The request address has characters that are not encoded (Chinese, blanks): percent-encode them, as in category=%E9%A4%90%E9%A5%AE; curl does with -G --data-urlencode",
  },
  bodyEncoded: {
    zh: "请求体不能压缩（Content-Encoding: {encoding}）：请发送没有压缩的内容",
    en: "The request body must not be compressed (Content-Encoding: {encoding}): send it as it is",
  },
  uploadBroken: {
    zh: "上传的表单（multipart/form-data）不完整或格式不对，请重新上传文件",
    en: "The uploaded form (multipart/form-data) is incomplete or malformed; please upload again",
  },
  malformedRequest: { zh: "无法识别的 HTTP 请求", en: "The HTTP request is malformed" },
  headersTooLarge: { zh: "请求头过大", en: "The request headers are too large" },
  requestTimeout: { zh: "请求超时", en: "The request timed out" },
  uriTooLong: { zh: "请求地址过长", en: "The request address is too long" },

  keyInvalid: {
    zh: "Idempotency-Key 必须是 1 到 200 个可见 ASCII 字符",
    en: "Idempotency-Key must be 1 to 200 visible ASCII characters",
  },
  keyReused: {
    zh: "该 Idempotency-Key 已用于另一个请求体",
    en: "This Idempotency-Key was used with another body",
  },
  keyRunning: {
    zh: "使用该 Idempotency-Key 的请求仍在处理中",
    en: "A request with this Idempotency-Key is still running",
  },
  changedSinceRead: {
    zh: "读取之后已被修改（updatedAt 现在是 {updatedAt}），没有改动；请重新读取，看过两个版本再修改",
    en: "It has changed since it was read (updatedAt is {updatedAt} now), and nothing was written; read it again and compare both versions",
  },
  changedSince: { zh: "数据已被修改，请重新读取后再试", en: "It has changed since it was read" },

  databaseLost: {
    zh: "数据库文件被删除或替换，没有写入：请停止服务，把文件恢复原处再启动",
    en: "The database file was deleted or replaced, nothing was written: stop the service and put the file back",
  },
  databaseFull: {
    zh: "数据库所在的磁盘已满，没有写入：请腾出空间，不必重启",
    en: "The database's disk is full and nothing was written: make room, no restart is needed",
  },
  databaseAway: {
    zh: "数据库暂时不可用，请稍后重试",
    en: "The database is not available, try again later",
  },
  serverError: { zh: "服务器内部错误", en: "Internal server error" },
} as const satisfies Record<string, Words>;

export type MessageKey = keyof typeof messages;

/** The sentence in the language, with its `{names}` filled in; Words are said in the same language. */
export function say(
  key: MessageKey,
  language: Language,
  values: Record<string, string | number | Words> = {},
): string {
  return messages[key][language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "object" ? value[language] : String(value);
  });
}
