import type { DraftTask } from './draft.ts';
import type { Plan } from './plan.ts';
import { plannedWatermark } from './watermark-look.ts';

/** What a plan says of the task itself, without its key and its lists. */
type Settings = Omit<Plan, 'draftId' | 'documents' | 'attachments' | 'signers' | 'copies' | 'placements'>;

/**
 * One setting of a task: how a plan has it from a draft, and what a draft that repeats the plan has of it. Absent in either
 * direction: nothing.
 */
interface Setting<K extends keyof Settings> {
  plan: (task: DraftTask) => Settings[K] | undefined;
  repeat: (value: NonNullable<Settings[K]>) => Partial<DraftTask>;
}

const same = <K extends keyof Settings & keyof DraftTask>(key: K) => ({
  plan: (task: DraftTask) => task[key] as Settings[K],
  repeat: (value: NonNullable<Settings[K]>) => ({ [key]: value }),
});

/** Times belong to the one task: another begins and ends when its sender says. */
const once = (key: 'startTime' | 'endTime') => ({
  plan: (task: DraftTask) => task[key] ?? undefined,
  repeat: () => ({}),
});

/** Every setting, so that none is lost between a draft, what is sent, and a draft that repeats it. */
const SETTINGS: { readonly [K in keyof Settings]-?: Setting<K> } = {
  taskName: same('taskName'),
  businessType: same('businessType'),
  businessTypeName: same('businessTypeName'),
  scenario: same('scenario'),
  taskFileType: same('taskFileType'),
  signFlow: same('signFlow'),
  orderState: same('orderState'),
  codeStatus: same('codeStatus'),
  watermarkState: same('watermarkState'),
  startTime: once('startTime'),
  endTime: once('endTime'),
  examineProcessId: {
    plan: (task) => task.examineProcessId || undefined,
    repeat: (examineProcessId) => ({ examineProcessId }),
  },
  // A second name of the same choice on the wire; drafts know the other one.
  processId: { plan: () => undefined, repeat: (examineProcessId) => ({ examineProcessId }) },
  watermark: {
    plan: (task) => (task.watermarkState === 'ENABLE' ? plannedWatermark(task) : undefined),
    repeat: ({ text, fontSize, rotation, opacity }) => ({
      watermarkText: text,
      watermarkFontSize: fontSize,
      watermarkAngle: rotation,
      watermarkOpacity: opacity,
    }),
  },
};

const KEYS = Object.keys(SETTINGS) as (keyof Settings)[];

/** The settings of a draft as a plan has them; those that say nothing are absent. */
export function settingsOfPlan(task: DraftTask): Settings {
  const entries = KEYS.map((key) => [key, SETTINGS[key].plan(task)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as unknown as Settings;
}

/** What a draft that repeats a plan has of its settings. */
export function repeatedSettings(plan: Settings): Partial<DraftTask> {
  const repeated = (key: keyof Settings): Partial<DraftTask> => {
    const value = plan[key];
    return value === undefined ? {} : (SETTINGS[key] as { repeat: (value: unknown) => object }).repeat(value);
  };
  return Object.assign({}, ...KEYS.map(repeated));
}
