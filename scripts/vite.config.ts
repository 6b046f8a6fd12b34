/** Builds the web app into dist/web: hashed assets, each also as brotli and gzip, and a service worker. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";

const out = join(import.meta.dirname, "../dist/web");

/** What compresses well; pictures do not. */
const COMPRESSIBLE = /\.(html|js|css|svg|webmanifest|json)$/;

/** Runs last: writes `.br` and `.gz` beside every text file, so that serving compresses nothing. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    enforce: "post",
    closeBundle: {
      order: "post",
      sequential: true,
      handler() {
        for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
          const path = join(entry.parentPath, entry.name);
          const text = readFileSync(path);
          writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
          writeFileSync(`${path}.br`, brotliCompressSync(text, { params }));
        }
      },
    },
  };
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
        // Few files at first: the libraries, and what several pages share. Charts stay apart.
        codeSplitting: {
          // A group takes along what its files import, so that the charts come last.
          groups: [
            { name: "vendor", test: /node_modules[\\/](?!echarts|zrender)/, priority: 3 },
            {
              name: "shared",
              test: /src[\\/](web[\\/](?!charts[\\/]chart\.)|ledger)/,
              minShareCount: 2,
              priority: 2,
            },
            { name: "charts", test: /node_modules|charts[\\/]chart\./, priority: 1 },
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
          { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any maskable" },
        ],
        shortcuts: [{ name: "记一笔", url: "/?new=1" }],
      },
      workbox: {
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
              /^\/api\/(?!export|changes|auth|tokens|audit|imports\/\d+\/events)/.test(
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
    compressed(),
  ],
});
