/** An import as the service shows it, and what a person may decide about it. */
import type { InputOf, OutputOf } from "../api/client.ts";

export type ImportDetail = OutputOf<"GET /api/imports/:id">;
export type ImportLine = OutputOf<"GET /api/imports/:id/rows">[number];
export type Decisions = InputOf<"PUT /api/imports/:id">["body"];
