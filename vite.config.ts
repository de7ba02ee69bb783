import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import { callsWithoutSentences } from './scripts/product/calls-without-sentences.ts';
import { flatErrorTexts } from './scripts/product/flat-error-texts.ts';
import { oneSheet } from './scripts/product/one-sheet.ts';
import { pageChunks } from './scripts/product/page-chunks.ts';
import { shakePdfjs } from './scripts/product/shake-pdfjs.ts';

declare module '@remix-run/cloudflare' {
  interface Future {
    v3_singleFetch: true;
  }
}

const buildDirectory = process.env.SIGNET_BUILD ?? 'build/vite';
const workerUrl = process.env.SIGNET_WORKER_URL;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    callsWithoutSentences(),
    shakePdfjs(),
    flatErrorTexts(),
    oneSheet(),
    remix({
      buildDirectory,
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  build: {
    target: 'es2022',
    // The Worker is minified once, when it is bundled.
    minify: !isSsrBuild,
    // Engines are large and come when they are asked for: no warning for their size, a test watches the pages.
    chunkSizeWarningLimit: 2_000,
    ...(isSsrBuild ? {} : { rollupOptions: { output: { manualChunks: pageChunks(import.meta.dirname) } } }),
  },
  worker: { format: 'es' },
  // npm run dev: all packages are found before the first page; one found later would load that page anew.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/*.tsx'] },
  server: {
    host: '127.0.0.1',
    strictPort: true,
    // npm run dev: pages come from Vite, everything else from the Worker.
    ...(workerUrl === undefined
      ? {}
      : {
          proxy: {
            '/ecapi': { target: workerUrl },
            '/reference': { target: workerUrl },
            '/sync': { target: workerUrl, ws: true },
          },
        }),
  },
}));
