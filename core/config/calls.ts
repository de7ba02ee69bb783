import { z } from 'zod';
import { type Access, defineCall } from '#core/call.ts';
import { empty, fixedPageInput, nothing, pageOf, time } from '#core/wire.ts';
import { keyPolicy } from './key-policy.ts';
import { type Limits, OPEN_LIMIT_NAMES, OPEN_LIMITS, type OpenLimit } from './limits.ts';
import { menuChange, menuEntryView } from './menu-changes.ts';
import { systemOption } from './system-option.ts';
import { watermarkSetting } from './watermark.ts';

const COLUMNS: Access = { actor: 'session', sso: true, may: 'save their own columns of a table' };
const SCREENS: Access = {
  actor: 'session',
  sso: true,
  may: 'see the watermark and the limits that the screens need',
};
const SETTINGS: Access = {
  actor: 'platform',
  may: 'set the system’s options, watermark, limits, menu and the requirements for binding a key, and see who changed them',
};

/** [3.25a] The columns a person chose for a table. */
export const getTableColumns = defineCall({
  id: 'config.getTableColumns',
  method: 'GET',
  path: '/bc/assemble/tablecolumns/list',
  access: COLUMNS,
  input: z.object({ tableCode: z.string().regex(/^[\w.-]{1,60}$/) }),
  output: z.object({ columns: z.array(z.string()).nullable() }),
  summary: 'Get the person’s columns of a table',
});

export const saveTableColumns = defineCall({
  id: 'config.saveTableColumns',
  method: 'POST',
  path: '/bc/assemble/tablecolumns/save',
  access: COLUMNS,
  input: z.object({
    tableCode: z.string().regex(/^[\w.-]{1,60}$/),
    columns: z.array(z.string().max(60)).max(60),
  }),
  output: empty,
  summary: 'Save the person’s columns of a table',
});

/** [7.11g] [3.24b] Options that pages need, also without a session. */
export const getSystemOption = defineCall({
  id: 'config.getSystemOption',
  method: 'GET',
  path: '/bc/assemble/systemoption/get',
  access: { actor: 'anyone', may: 'see the system’s name and logo' },
  input: z.object({ systemType: z.literal('ACTION').default('ACTION') }),
  output: systemOption,
  summary: 'Get the system’s options that affect the pages',
});

/** [7.11h] Empty, or the watermark over the pages. */
export const listWatermarks = defineCall({
  id: 'config.listWatermarks',
  method: 'GET',
  path: '/bc/assemble/watermark/list',
  access: SCREENS,
  input: nothing,
  output: z.array(watermarkSetting).max(1),
  summary: 'Get the watermark over the pages, if one is set',
});

/** [7.11i] Whether screenshots and printing are restricted. */
export const listBannedScreenshots = defineCall({
  id: 'config.listBannedScreenshots',
  method: 'GET',
  path: '/bc/assemble/watermarkbanscreenshots/list',
  access: SCREENS,
  input: nothing,
  output: z.array(z.object({ banscreenshotsFlag: z.boolean() })).max(1),
  summary: 'Get whether screenshots and printing are restricted',
});

const limits = z.object(
  Object.fromEntries(OPEN_LIMIT_NAMES.map((name) => [name, z.number()])) as Record<OpenLimit, z.ZodNumber>,
);

/** [7.11j] The platform's settings that screens need. */
export const listInterfaceSettings = defineCall({
  id: 'config.listInterfaceSettings',
  method: 'GET',
  path: '/bc/assemble/interfacesetting/list',
  access: SCREENS,
  input: nothing,
  output: z.array(z.object({ name: z.enum(OPEN_LIMIT_NAMES), value: z.number() })),
  summary: 'List the limits in force',
});

/**
 * Time of a part's last change. A change must name it (optimistic locking): of two concurrent changes the second is
 * refused.
 */
const version = time;

export const getPlatformOptions = defineCall({
  id: 'config.getPlatformOptions',
  method: 'GET',
  path: '/platform/option/detail',
  access: SETTINGS,
  input: nothing,
  output: z.object({
    option: z.object({ value: systemOption, version }),
    watermark: z.object({ value: watermarkSetting.nullable(), version }),
    limits: z.object({ value: limits, version }),
    keys: z.object({ value: keyPolicy, version }),
  }),
  summary: 'Get all settings of the platform',
});

const saved = z.object({ version });

export const saveSystemOption = defineCall({
  id: 'config.saveSystemOption',
  method: 'POST',
  path: '/platform/option/save',
  access: SETTINGS,
  input: z.object({ value: systemOption, version }),
  output: saved,
  summary: 'Change the name, logo and switches of the system',
});

export const saveWatermark = defineCall({
  id: 'config.saveWatermark',
  method: 'POST',
  path: '/platform/watermark/save',
  access: SETTINGS,
  input: z.object({ value: watermarkSetting.nullable(), version }),
  output: saved,
  summary: 'Set or remove the watermark over the pages',
});

/** The value of a limit: at most what the product is built for, at least what still lets people work. */
const chosenLimit = (name: OpenLimit) =>
  z.number().min(OPEN_LIMITS[name].least).max(OPEN_LIMITS[name].most).multipleOf(OPEN_LIMITS[name].step);

export const saveLimits = defineCall({
  id: 'config.saveLimits',
  method: 'POST',
  path: '/platform/limits/save',
  access: SETTINGS,
  input: z.object({
    value: z.object(
      Object.fromEntries(OPEN_LIMIT_NAMES.map((name) => [name, chosenLimit(name)])) as Record<
        keyof Limits,
        z.ZodNumber
      >,
    ),
    version,
  }),
  output: saved,
  summary: 'Change the configurable limits',
});

export const saveKeyPolicy = defineCall({
  id: 'config.saveKeyPolicy',
  method: 'POST',
  path: '/platform/keypolicy/save',
  access: SETTINGS,
  input: z.object({ value: keyPolicy, version }),
  output: saved,
  summary:
    'Set the requirements for binding a key: the accepted proofs, and whether a hardware authority must attest it',
  validates: true,
  changes: ['config', 'identity.listKeyProofs'],
});

export const listMenuEntries = defineCall({
  id: 'config.listMenuEntries',
  method: 'GET',
  path: '/platform/menu/list',
  access: SETTINGS,
  input: nothing,
  output: z.object({ entries: z.array(menuEntryView), version }),
  summary: 'List all entries of the menu with the platform’s changes',
});

export const saveMenuEntry = defineCall({
  id: 'config.saveMenuEntry',
  method: 'POST',
  path: '/platform/menu/save',
  access: SETTINGS,
  input: z.object({ name: z.string().max(60), change: menuChange, version }),
  output: saved,
  summary: 'Hide, show, rename or move an entry of the menu; this does not grant any permission',
});

export const listOptionRecords = defineCall({
  id: 'config.listOptionRecords',
  method: 'GET',
  path: '/platform/option/records',
  access: SETTINGS,
  input: z.object(fixedPageInput),
  output: pageOf(
    z.object({
      id: z.string(),
      at: time,
      operator: z.string(),
      action: z.enum([
        'OPTION_CHANGED',
        'WATERMARK_CHANGED',
        'LIMITS_CHANGED',
        'MENU_CHANGED',
        'KEY_POLICY_CHANGED',
        'HELP_CHANGED',
      ]),
      /** The changes, as `name: old → new`. */
      remark: z.string(),
    }),
  ),
  summary: 'List the changes of the system’s options with who made them, newest first',
});
