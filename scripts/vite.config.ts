/** Builds the web app into dist/web: hashed assets and a service worker. */
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

const out = join(import.meta.dirname, "../dist/web");

/** Packages, and parts of them, that no first page needs: dialogs, long lists, rare fields. */
const LATER_PACKAGES =
  /node_modules[\\/](@mantine[\\/]core[\\/]esm[\\/]components[\\/](Modal|Drawer|ScrollArea|FocusTrap|Checkbox|PasswordInput|SegmentedControl|NativeSelect|TextInput|Input|Popover|Menu)|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|@floating-ui|@tanstack[\\/](react-virtual|virtual-core))/;

/** Whether the file is a package's, other than those of the charts and what a rare dialog or button loads. */
function isPackage(id: string): boolean {
  return /node_modules[\\/](?!echarts|zrender|uqr|@simplewebauthn)/.test(id);
}

/** Files that bills come in. */
const BILL_ENDINGS = [".csv", ".xlsx", ".xls", ".zip", ".txt", ".html", ".ofx", ".qif", ".json"];

let first: Set<string> | undefined;

/** Whether the app's start imports the file at once, directly or through others. */
function isFirst(id: string, importsOf: (id: string) => readonly string[] | undefined): boolean {
  if (first === undefined) {
    const main = join(import.meta.dirname, "../src/web/main.tsx");
    first = new Set([main]);
    for (const file of first) for (const imported of importsOf(file) ?? []) first.add(imported);
  }
  return first.has(id);
}

export default defineConfig({
  root: join(import.meta.dirname, "../src/web"),
  publicDir: "public",
  build: {
    outDir: out,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    manifest: "manifest.json",
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // Few files: what the first page needs, and what several later ones share. Charts stay apart.
        codeSplitting: {
          // A group takes along what its files import, so that the charts come last.
          groups: [
            {
              name: "vendor",
              test: (id) => isPackage(id) && !LATER_PACKAGES.test(id),
              priority: 4,
            },
            { name: "vendor-later", test: isPackage, priority: 3 },
            {
              name: (id, graph) =>
                isFirst(id, (file) => graph.getModuleInfo(file)?.importedIds)
                  ? "shared"
                  : "shared-later",
              debugName: "shared",
              test: /src[\\/](web[\\/](?!charts[\\/]chart\.)|ledger|contract)/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: "charts",
              test: /node_modules[\\/](echarts|zrender)|charts[\\/]chart\./,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  plugins: [
    react(),
    VitePWA({
      registerType: "autoUpdate",
      injectRegister: null,
      manifestFilename: "app.webmanifest",
      manifest: {
        id: "/",
        scope: "/",
        name: "分明记账",
        short_name: "分明",
        description: "自托管的个人记账与预算",
        lang: "zh-CN",
        start_url: "/",
        display: "standalone",
        background_color: "#f6f5f1",
        theme_color: "#f6f5f1",
        icons: [
          { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
          {
            src: "/icon-maskable-512.png",
            sizes: "512x512",
            type: "image/png",
            purpose: "maskable",
          },
        ],
        categories: ["finance"],
        // A bill that a wallet or a mail shares goes to the worker (public/share-target.js).
        share_target: {
          action: "/share",
          method: "POST",
          enctype: "multipart/form-data",
          params: {
            files: [
              {
                name: "file",
                accept: ["text/csv", "text/plain", "application/pdf", ...BILL_ENDINGS],
              },
            ],
          },
        },
        shortcuts: [
          {
            name: "记一笔",
            url: "/?new=1",
            icons: [{ src: "/icon-192.png", sizes: "192x192", type: "image/png" }],
          },
        ],
      },
      workbox: {
        importScripts: ["/share-target.js", "/push.js"],
        globPatterns: ["index.html", "assets/*.{js,css}", "*.svg"],
        navigateFallback: "/index.html",
        navigateFallbackDenylist: [/^\/(api|health|metrics|docs|openapi\.json)(\/|$|\?)/],
        inlineWorkboxRuntime: true,
        runtimeCaching: [
          {
            // The last answers, for opening without a network; the newest whenever there is one.
            // Streams, whole books and what concerns sign-in are none of these.
            urlPattern: ({ url, request }) =>
              request.method === "GET" &&
              /^\/api\/(?!about|export|changes|auth|tokens|audit|imports\/\d+\/events)/.test(
                url.pathname,
              ),
            handler: "NetworkFirst",
            options: {
              cacheName: "api",
              networkTimeoutSeconds: 8,
              expiration: { maxEntries: 300 },
              cacheableResponse: { statuses: [200] },
            },
          },
        ],
      },
    }),
  ],
});
