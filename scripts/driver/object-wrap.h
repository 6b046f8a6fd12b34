// Read before every C++ file of the SQLite driver; see build-driver.mjs.
//
// Late releases of Node 24 changed this header: each wrapped object takes its hook back when it is
// collected, and Node ends the process where the collection runs outside any context. The driver (version
// 12) closes by itself what is open when a thread ends, so it needs no such hooks.
#include <node.h>

namespace node {
inline void NoCleanupHook(v8::Isolate*, void (*)(void*), void*) {}
}  // namespace node

#define AddEnvironmentCleanupHook NoCleanupHook
#define RemoveEnvironmentCleanupHook NoCleanupHook
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
