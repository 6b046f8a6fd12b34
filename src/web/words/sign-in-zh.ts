/** The words of the door, in Chinese: codes and passkeys. */
export const signInZh = {
  code: "验证码",
  codeHint: "打开手机上的验证器应用，输入它显示的六位数字。",
  recoveryCode: "恢复码",
  recoveryCodeHint: "打开两步验证时记下的，每个只能用一次。",
  useRecoveryCode: "手机不在身边？用恢复码",
  useCode: "用验证器应用的验证码",
  backToPassword: "返回",
  next: "下一步",
  passkeySignIn: "用通行密钥登录",
  passkeyCancelled: "没有完成：已取消或超时",
  passkeyThere: "这台设备上已经有这里的通行密钥",

  secondFactor: "两步验证",
  secondFactorHint:
    "打开以后，登录时除了密码，还要手机上验证器应用的验证码；有人知道了密码也进不来。",
  secondFactorRequired: "这里要求每个人打开两步验证，打开之后才能看账、记账。",
  secondFactorSince: (day: string) => `${day} 起已打开`,
  recoveryCodesLeft: (count: number) => `恢复码还剩 ${count} 个`,
  turnOn: "打开",
  turnOff: "关闭两步验证",
  scanHint: "用验证器应用扫码，或把下面的密钥输入进去；再输入应用显示的验证码。",
  scanCode: "给验证器应用的二维码",
  recoveryCodes: "恢复码",
  recoveryCodesOnce:
    "只显示这一次。手机丢了，每个可以代替一次验证码。请打印出来或存进密码管理器，不要只存在这部手机上。",
  recoveryCodesKept: "我已经记下",
  newRecoveryCodes: "换一组恢复码",

  passkeys: "通行密钥",
  passkeysHint: "用指纹、面容或安全钥匙登录，不用输入密码和验证码，也不会被钓鱼网站骗走。",
  passkeysElsewhere: (host: string) =>
    `通行密钥绑定在 ${host} 上，从那里打开才能添加和使用；运行服务的人可以用 PUBLIC_URL 换成自己的地址。`,
  passkeysNotHere: "这个浏览器不支持通行密钥。",
  addPasskey: "添加通行密钥",
  passkeyName: "名称",
  passkeyUnused: (day: string) => `${day} 添加，还没有用过`,
  renamePasskey: "改名",
  removePasskey: "移除",
};
