// Who may import whom (docs/conventions.md). Rooms: app, core, edge, sync, agent, db, tests, scripts.
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: '^(app|client|core|edge|sync|agent|db|tests|scripts)/', pathNot: `^(${allowed.join('|')})/` },
});

const pattern = (room, places) =>
  `^${room}/(${places.map((place) => (/[./]/.test(place) && !place.startsWith('parts/') ? place.replaceAll('.', '\\.') : `${place}/`)).join('|')})`;

/**
 * No place of a room imports one above it, so there is no circle between its folders either. The order stands in the
 * room's floors.json, from the lowest to the highest; `top` composes all and is imported by none of them.
 */
function floorsOf(room) {
  const { floors, top } = require(`./${room}/floors.json`);
  const places = floors.map(([place]) => place);
  return [
    ...places.map((place, i) => ({
      name: `floor-of-${room}-${place}`,
      comment: `see ${room}/floors.json: what two need stands below both`,
      severity: 'error',
      from: { path: pattern(room, [place]) },
      to: { path: pattern(room, [...places.slice(i + 1), ...top]) },
    })),
    {
      name: `${room}-on-a-floor`,
      comment: `each folder stands in ${room}/floors.json`,
      severity: 'error',
      from: {},
      to: { path: `^${room}/`, pathNot: pattern(room, [...places, ...top, 'floors.json']) },
    },
  ];
}

module.exports = {
  forbidden: [
    only('client-alone', 'client', ['client'], 'the package for programs stands alone'),
    only('core-alone', 'core', ['core'], 'core holds the rules; it knows no other room'),
    only('app-core', 'app', ['app', 'core'], 'the app reaches the edge through calls only'),
    only('edge-core-db', 'edge', ['edge', 'core', 'db'], 'the Worker stands on rules and tables'),
    only('sync-core', 'sync', ['sync', 'core'], 'sync rooms know the rules only'),
    only('agent-core', 'agent', ['agent', 'core'], 'the agent knows the rules only'),
    only('db-core', 'db', ['db', 'core'], 'tables know the rules only'),
    {
      name: 'core-pure',
      comment: 'core runs in browser, Worker, agent and Node alike: no Node, Worker or DOM module',
      severity: 'error',
      from: { path: '^core/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'features-apart',
      comment: 'features of the app do not import each other; a route composes them',
      severity: 'error',
      from: { path: '^app/features/([^/]+)/' },
      to: { path: '^app/features/', pathNot: '^app/features/$1/' },
    },
    ...floorsOf('app'),
    ...floorsOf('edge'),
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-dev-dependency-in-product',
      severity: 'error',
      // The table of routes is read when the pages are built, and is not in them.
      from: { path: '^(app|core|edge|sync|agent)/', pathNot: '^app/routes\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], pathNot: '@cloudflare/workers-types' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|\\.data)/' },
    // With imports of types; 'specify' would compile each file once more to tell them apart, which no rule asks.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
