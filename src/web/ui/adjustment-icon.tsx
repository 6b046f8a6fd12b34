import { IconAdjustmentsDollar } from "@tabler/icons-react";
import "./adjustment-icon.css";

/** Of what is neither income nor expense, in grey. */
export function AdjustmentIcon() {
  return (
    <span className="adjustment-icon" aria-hidden="true">
      <IconAdjustmentsDollar size={20} stroke={1.7} />
    </span>
  );
}
