import { describe, expect, it } from 'vitest';
import { allCalls } from '#core/calls.ts';
import { canonicalOrigin } from '#core/embed/origin.ts';
import { callsOfEmbed, EMBED_KINDS, isWithinEmbed } from '#core/embed/reach.ts';
import { contrastWithWhite, embedTheme } from '#core/embed/theme.ts';

describe('the origin that may embed a page', () => {
  it('is one https origin, or http on the same machine, in canonical form', () => {
    expect(canonicalOrigin(' https://ERP.Example.com:443/ ')).toBe('https://erp.example.com');
    expect(canonicalOrigin('https://erp.example.com:8443')).toBe('https://erp.example.com:8443');
    expect(canonicalOrigin('http://localhost:3000')).toBe('http://localhost:3000');
    expect(canonicalOrigin('https://中文.example')).toBe('https://xn--fiq228c.example');
  });

  it.each([
    'http://erp.example.com',
    'https://erp.example.com/path',
    'https://erp.example.com/?a',
    'https://erp.example.com/#a',
    'https://user@erp.example.com',
    'https://*.example.com',
    '*',
    'null',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://a.example;script-src *',
    "https://a.example 'self'",
    '',
  ])('is not %s', (text) => {
    expect(canonicalOrigin(text)).toBeNull();
  });
});

describe('the theme of an embedded page', () => {
  it('takes tokens of their own form only, and no colour on which white text is hard to read', () => {
    expect(contrastWithWhite('#ffffff')).toBeCloseTo(1);
    expect(contrastWithWhite('#000000')).toBeCloseTo(21);
    expect(embedTheme.parse({ accent: '#1d5fa8', radius: 8, scheme: 'dark', css: 'x' })).toEqual({
      accent: '#1d5fa8',
      radius: 8,
      scheme: 'dark',
    });
    for (const bad of [
      { accent: '#ffee00' },
      { accent: 'red' },
      { accent: '#1d5fa8; background: url(//x)' },
      { radius: 17 },
      { radius: '8px' },
      { scheme: 'auto' },
    ])
      expect(embedTheme.safeParse(bad).success, JSON.stringify(bad)).toBe(false);
  });
});

describe('the reach of an embedded page', () => {
  it('names calls that exist, and lets through inputs of its own task only', () => {
    const ids = new Set(allCalls().map(({ id }) => id));
    for (const kind of EMBED_KINDS) for (const id of callsOfEmbed(kind)) expect(ids.has(id), id).toBe(true);
    const within = (callId: string, given: unknown) =>
      isWithinEmbed('SIGN', callId, given, { subjectId: 'a', templateId: '' });
    expect(within('task.getTask', { planId: 'a' })).toBe(true);
    expect(within('task.getTask', { planId: 'b' })).toBe(false);
    expect(within('task.getTask', {})).toBe(false);
    expect(within('task.startConsent', { subject: { kind: 'PLAN', id: 'a' } })).toBe(true);
    expect(within('task.startConsent', { subject: { kind: 'BATCH', id: 'a' } })).toBe(false);
    expect(within('task.listTasks', {})).toBe(false);
    expect(within('constructor', {})).toBe(false);
  });

  it('is one draft and template for sending, without automatic signing, and one for editing', () => {
    const own = { subjectId: 'd', templateId: 't' };
    const sends = (callId: string, given: unknown) => isWithinEmbed('SEND', callId, given, own);
    expect(sends('task.getSyncTicket', { room: 'draft:d' })).toBe(true);
    for (const room of ['draft:e', 'template:d', 'template:t', 'contacts:d', 'events:d', 'draft:'])
      expect(sends('task.getSyncTicket', { room }), room).toBe(false);
    const signer = { signatoryId: 's', autoSealId: '' };
    expect(sends('task.sendTask', { draftId: 'd', planSendSignatoryOrderVOList: [signer] })).toBe(true);
    expect(sends('task.sendTask', { draftId: 'e', planSendSignatoryOrderVOList: [signer] })).toBe(false);
    const automatic = { ...signer, autoSealId: 'x' };
    expect(sends('task.sendTask', { draftId: 'd', planSendSignatoryOrderVOList: [signer, automatic] })).toBe(
      false,
    );
    expect(sends('template.readUsable', { id: 't' })).toBe(true);
    expect(sends('template.readUsable', { id: 'd' })).toBe(false);
    expect(sends('batch.sendBatch', { plan: { draftId: 'd' } })).toBe(false);
    const edits = (callId: string, given: unknown) =>
      isWithinEmbed('TEMPLATE', callId, given, { subjectId: 't', templateId: 't' });
    expect(edits('task.getSyncTicket', { room: 'template:t' })).toBe(true);
    for (const room of ['template:u', 'draft:t', 'contacts:t'])
      expect(edits('task.getSyncTicket', { room }), room).toBe(false);
    expect(edits('template.publish', { id: 't' })).toBe(true);
    expect(edits('template.publish', { id: 'u' })).toBe(false);
    expect(edits('task.sendTask', { draftId: 't' })).toBe(false);
  });
});
