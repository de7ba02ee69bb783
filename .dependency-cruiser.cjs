// Who may import whom (docs/conventions.md). Rooms: app, core, edge, sync, agent, db, tests, scripts.
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { path: '^(app|core|edge|sync|agent|db|tests|scripts)/', pathNot: `^(${allowed.join('|')})/` },
});

const { floors } = require('./edge/floors.json');
const FOLDERS = floors.map(([folder]) => folder);

/** No folder of the edge imports one above it, so there is no circle between folders either (edge/floors.json). */
const edgeFloors = [
  ...FOLDERS.map((folder, i) => ({
    name: `floor-of-${folder}`,
    comment: 'a folder of the edge imports those below it only',
    severity: 'error',
    from: { path: `^edge/${folder}/` },
    to: { path: `^edge/(worker\\.ts$|(${FOLDERS.slice(i + 1).join('|') || '-'})/)` },
  })),
  {
    name: 'on-a-floor',
    comment:
      'a folder of the edge stands in edge/floors.json; only worker.ts, which knows all, stands beside them',
    severity: 'error',
    from: {},
    to: { path: '^edge/', pathNot: `^edge/(worker\\.ts$|floors\\.json$|(${FOLDERS.join('|')})/)` },
  },
];

module.exports = {
  forbidden: [
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
    ...edgeFloors,
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
