import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { SECRET_NAMES } from '#core/config/secret-names.ts';

const text = readFileSync('deploy/compose.yaml', 'utf8');
const service = z.strictObject({
  image: z.string().optional(),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  env_file: z.string().optional(),
  network_mode: z.string().optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  depends_on: z.array(z.string()).optional(),
  restart: z.literal('unless-stopped'),
});
const { services, volumes } = z
  .strictObject({
    name: z.string(),
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(text, { merge: true }));

it('has every part of the product, each image of a fixed version', () => {
  expect(Object.keys(services).sort()).toEqual(['database', 'files', 'proxy', 'replica', 'signet', 'word']);
  for (const { image, build } of Object.values(services)) {
    if (build) expect(readFileSync('deploy/Dockerfile', 'utf8')).toMatch(/^FROM node:22\.\d+\.\d+-\S+$/m);
    else expect(image).toMatch(/:v?\d+\.\d+\.\d+/);
  }
});

it('lets nobody in but through the proxy, which shares the network of the product', () => {
  const open = Object.entries(services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => `${name} ${port}`),
  );
  expect(open).toEqual(['signet 80:80', 'signet 443:443', 'signet 443:443/udp']);
  expect(services.proxy!.network_mode).toBe('service:signet');
  const caddy = readFileSync('deploy/Caddyfile', 'utf8');
  expect(caddy).toContain(`reverse_proxy 127.0.0.1:${services.signet!.environment!.PORT}`);
  expect(caddy).toContain('CF-Connecting-IP {remote_host}');
});

it('names volumes, services and settings that there are', () => {
  const named = Object.values(services).flatMap((one) => one.volumes ?? []);
  const own = named.map((line) => line.split(':')[0]!).filter((name) => !name.startsWith('.'));
  expect([...new Set(own)].sort()).toEqual(Object.keys(volumes).sort());
  for (const { depends_on = [] } of Object.values(services))
    for (const other of depends_on) expect(services).toHaveProperty(other);
  // What the product reads from its environment, as it is written in its sources.
  const sources = ['main.ts', 'start-product.ts', 'libsql-access.ts', 'services.ts']
    .map((file) => readFileSync(`scripts/product/${file}`, 'utf8'))
    .join('\n');
  for (const name of Object.keys(services.signet!.environment!))
    expect(sources).toMatch(new RegExp(`\\b${name}\\b`));
  for (const name of SECRET_NAMES) expect(services.signet!.environment).not.toHaveProperty(name);
});

it('is explained where it asks for a value', () => {
  const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  const page = readFileSync('docs/deploy.md', 'utf8');
  for (const name of asked) expect(page, name).toContain(`\`${name}\``);
});
