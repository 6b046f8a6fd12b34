/** The words of the door, in English. */
import type { signInZh } from "./sign-in-zh.ts";

export const signInEn: typeof signInZh = {
  code: "Code",
  codeHint: "Open the authenticator app on your phone and enter the six digits that it shows.",
  recoveryCode: "Recovery code",
  recoveryCodeHint: "Noted when two-step sign-in was turned on; each is good once.",
  useRecoveryCode: "No phone at hand? Use a recovery code",
  useCode: "Use a code of the authenticator app",
  backToPassword: "Back",
  next: "Next",
  passkeySignIn: "Sign in with a passkey",
  passkeyCancelled: "Not done: cancelled or timed out",
  passkeyThere: "This device has a passkey for this place already",

  secondFactor: "Two-step sign-in",
  secondFactorHint:
    "Once on, signing in takes a code of an app on your phone besides the password: who knows the password alone stays out.",
  secondFactorRequired: "Everybody here turns two-step sign-in on before the book opens.",
  secondFactorSince: (day) => `On since ${day}`,
  recoveryCodesLeft: (count) => `${count} recovery codes left`,
  turnOn: "Turn on",
  turnOff: "Turn two-step sign-in off",
  scanHint:
    "Scan it with an authenticator app, or type the key below into it; then enter the code that the app shows.",
  scanCode: "QR code for the authenticator app",
  recoveryCodes: "Recovery codes",
  recoveryCodesOnce:
    "Shown only now. With the phone lost, each stands for one code. Print them or keep them in a password manager, not on this phone alone.",
  recoveryCodesKept: "I have noted them",
  newRecoveryCodes: "New recovery codes",

  passkeys: "Passkeys",
  passkeysHint:
    "Sign in by fingerprint, face or security key: no password, no code, and nothing that a false site could take.",
  passkeysElsewhere: (host) =>
    `Passkeys are bound to ${host}: they are added and used where this is opened from there. Whoever runs the service sets another address by PUBLIC_URL.`,
  passkeysNotHere: "This browser knows no passkeys.",
  addPasskey: "Add a passkey",
  passkeyName: "Name",
  passkeyUnused: (day) => `Added ${day}, not used yet`,
  renamePasskey: "Rename",
  removePasskey: "Remove",
};
