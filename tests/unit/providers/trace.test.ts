import { expect, it } from 'vitest';
import { exportOf, headersFrom } from '#edge/kernel/export-spans.ts';
import { readTraceparent, traced, traceHeaders } from '#edge/kernel/trace.ts';

const [TRACE, SPAN] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];

it('reads traceparent as W3C Trace Context says, and nothing else', () => {
  expect(readTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({ traceId: TRACE, spanId: SPAN, sampled: true });
  expect(readTraceparent(`00-${TRACE}-${SPAN}-00`)?.sampled).toBe(false);
  expect(readTraceparent(`01-${TRACE}-${SPAN}-03-later`)?.sampled).toBe(true);
  for (const wrong of [
    null,
    '',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-01`,
  ])
    expect(readTraceparent(wrong)).toBeNull();
});

it('reads the headers for a collector', () => {
  expect(headersFrom('authorization=Bearer%20a,x-key = b=c ,')).toEqual({
    authorization: 'Bearer a',
    'x-key': 'b=c',
  });
  expect(headersFrom('')).toEqual({});
});

it('writes spans as the JSON of OTLP', () => {
  const span = {
    traceId: TRACE,
    spanId: SPAN,
    parentId: '',
    name: 'task.sendTask',
    kind: 2 as const,
    startedAt: 1_700_000_000_000,
    ended: 1_700_000_000_012,
    attributes: { 'signet.call': 'task.sendTask', n: 3, share: 0.5, yes: true },
    failed: true,
  };
  expect(exportOf({}, [span])).toEqual({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'signet' } }] },
        scopeSpans: [
          {
            scope: { name: 'signet' },
            spans: [
              {
                traceId: TRACE,
                spanId: SPAN,
                name: 'task.sendTask',
                kind: 2,
                startTimeUnixNano: '1700000000000000000',
                endTimeUnixNano: '1700000000012000000',
                attributes: [
                  { key: 'signet.call', value: { stringValue: 'task.sendTask' } },
                  { key: 'n', value: { intValue: '3' } },
                  { key: 'share', value: { doubleValue: 0.5 } },
                  { key: 'yes', value: { boolValue: true } },
                ],
                status: { code: 2 },
              },
            ],
          },
        ],
      },
    ],
  });
});

it('only does the work where nothing is recorded', async () => {
  expect(await traced('database', {}, async () => traceHeaders())).toEqual({});
});
