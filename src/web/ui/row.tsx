import type { ReactNode } from "react";

/** One setting: what it is, and what can be done. */
export function Row({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: string;
  children: ReactNode;
}) {
  return (
    <div className="setting">
      <div>
        <div>{label}</div>
        {hint && <div className="record-sub">{hint}</div>}
      </div>
      {children}
    </div>
  );
}
