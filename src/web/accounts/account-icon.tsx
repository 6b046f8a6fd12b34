import { IconBuildingBank, IconCash, IconDeviceMobile } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import type { Account } from "../api/models.ts";
import "./account-icon.css";

const TYPE_ICONS = { payment: IconDeviceMobile, bank: IconBuildingBank, cash: IconCash };

/** What kind of account it is, in its colour. */
export function AccountIcon({ account, size = 44 }: { account: Account; size?: number }) {
  const Icon = TYPE_ICONS[account.type];
  const side = `${size / 16}rem`;
  const style = { "--account": account.color, width: side, height: side } as CSSProperties;
  return (
    <span className="account-icon" style={style} aria-hidden="true">
      <Icon size="50%" stroke={1.7} />
    </span>
  );
}
