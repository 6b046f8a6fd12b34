import type { ReactNode } from "react";

interface EmptyProps {
  icon: ReactNode;
  title: string;
  hint?: string;
  children?: ReactNode;
}

/** Where there is nothing yet: what this place is for, and the next step. */
export function Empty({ icon, title, hint, children }: EmptyProps) {
  return (
    <div className="empty">
      <div className="empty-icon" aria-hidden="true">
        {icon}
      </div>
      <h2>{title}</h2>
      {hint && <p>{hint}</p>}
      {children && <div className="empty-actions">{children}</div>}
    </div>
  );
}
