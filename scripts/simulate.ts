/** `npm run simulate`: what a number of firms and contracts needs, from measured costs. */
import { readFileSync } from 'node:fs';
import { costsShape, findLimits, modelLoad } from './load/model.ts';
import { readOptions, refuse } from './read-options.ts';

const USAGE = `npm run simulate -- --firms N --contracts M
  Says from measured costs (scripts/load/costs.json) what N firms with M contracts a month need: isolates, writes a
  second, gigabytes a year; what breaks first. npm run bench -- load measures the costs and compares its answer.
    --firms N        enterprises (1000)
    --contracts M    contracts a month, of all enterprises (10000)
    --looks K        lists and tasks looked at a month (20 for each contract)
    --file-kb S      length of a contract's file (200)
    --json           one object of JSON`;

const { values } = readOptions(USAGE, {
  options: {
    firms: { type: 'string', default: '1000' },
    contracts: { type: 'string', default: '10000' },
    looks: { type: 'string' },
    'file-kb': { type: 'string', default: '200' },
    json: { type: 'boolean', default: false },
  },
});

function numberOf(name: string, text: string): number {
  const value = Number(text);
  return Number.isFinite(value) && value >= 0
    ? value
    : refuse(`--${name} ${text} is no number from 0.`, USAGE);
}

const costs = costsShape.parse(JSON.parse(readFileSync(new URL('load/costs.json', import.meta.url), 'utf8')));
const contracts = numberOf('contracts', values.contracts);
const demand = {
  firms: numberOf('firms', values.firms),
  contracts,
  looks: values.looks === undefined ? contracts * 20 : numberOf('looks', values.looks),
  fileBytes: numberOf('file-kb', values['file-kb']) * 1000,
};
const load = modelLoad(costs, demand);
const limits = findLimits(load);

if (values.json) console.log(JSON.stringify({ demand, load, limits, measured: costs.measured }));
else {
  const rounded = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
  const figure = (value: number) => rounded.format(value);
  const lines = [
    `${figure(demand.firms)} firms, ${figure(contracts)} contracts and ${figure(demand.looks)} looks a month`,
    `  at the peak    ${figure(load.contractsPerS)} contracts/s, ${figure(load.requestsPerS)} requests/s, ${figure(load.rowsWrittenPerS)} rows written/s`,
    `  Workers        ${figure(load.workerCores)} cores, ${load.isolates} isolates`,
    `  database       ${figure(load.databaseCores)} cores, ${figure(load.exchangesPerS)} exchanges/s, ${figure(load.databaseGbYear)} GB more a year (${figure((load.databaseGbYear * 1e6) / Math.max(1, demand.firms))} kB a firm)`,
    `  files          ${figure(load.fileGbYear)} GB more a year`,
    `  Cloudflare     about ${figure(load.cloudflareMonth)} US dollars a month at the end of the first year, without the database`,
    ...(limits.length === 0
      ? ['One database is enough.']
      : ['What breaks first:', ...limits.map((one) => `  ${one}`)]),
    `Costs: ${costs.measured}`,
  ];
  console.log(lines.join('\n'));
}
