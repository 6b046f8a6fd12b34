/**
 * What the whole product agrees on and needs no schema for. This module loads nothing, so that a thread
 * and the web app may have it.
 */

/** Characters of a record's description (decisions G13). */
export const MAX_DESCRIPTION = 200;

/** What an account has for which no colour was chosen. */
export const DEFAULT_COLOR = "#1890FF";

/** Bytes of an uploaded file (decisions G9). */
export const UPLOAD_LIMIT = 20 * 1024 * 1024;
