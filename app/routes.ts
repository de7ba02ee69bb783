import { layout, type RouteConfig, route } from '@remix-run/route-config';

/**
 * Every route of the app, in one table. Routes inside the layout stand in the shell; what a route needs (a session, the
 * whole screen, no left menu) is said in shell/route-flags.ts.
 */
export default [
  route('/', 'routes/start.tsx'),
  route('login', 'routes/login.tsx'),
  route('error', 'routes/error.tsx'),
  route('sim/ui', 'routes/gallery.tsx'),
  layout('shell/layout.tsx', [route('home', 'routes/home.tsx'), route('*', 'routes/not-found.tsx')]),
] satisfies RouteConfig;
