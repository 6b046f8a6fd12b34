/** Bounds that hold where no schema is at hand: this module loads nothing, so a thread may have it. */

/** Characters of a record's description (decisions G13). */
export const MAX_DESCRIPTION = 200;
