/*
 * Makes fsync and fdatasync take SYNC_MS milliseconds longer, as on a disk without a cache of its own
 * (an SD card, a hard disk of a NAS). Loaded into the servers of `npm run bench -- --sync-ms N`.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static int slowly(const char *name, int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  const char *given = getenv("SYNC_MS");
  long us = given ? (long)(atof(given) * 1000) : 0;
  struct timespec pause = {us / 1000000, us % 1000000 * 1000};
  nanosleep(&pause, NULL);
  return real(file);
}

int fsync(int file) { return slowly("fsync", file); }
int fdatasync(int file) { return slowly("fdatasync", file); }
