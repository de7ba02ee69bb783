import type { TemplateScene } from '#core/template/record.ts';
import type { Plan, SignFlow } from './plan.ts';
import { type DraftWatermark, plannedWatermark } from './watermark-look.ts';

/**
 * A draft is a Yjs document `draft:{id}`. Each field of the task is a key of the map `task`; documents, signers,
 * copies and placements are maps from their own random key to a map of their fields, so that two people who edit
 * different fields, or add two rows at once, both keep their work. The order of rows is their `position` (a number
 * between its neighbours'), then their key.
 */
export interface DraftTask extends DraftWatermark {
  taskName: string;
  businessType: string;
  businessTypeName: string;
  scenario: TemplateScene;
  /** Epoch ms; null: at once. */
  startTime: number | null;
  endTime: number | null;
  taskFileType: 'PDF' | 'OFD';
  signFlow: SignFlow;
  orderState: 'DISORDER' | 'ORDER';
  codeStatus: 'ENABLE' | 'DISABLE';
  watermarkState: 'ENABLE' | 'DISABLE';
  /** An approval flow that the sender chose; empty: those that apply by themselves, if any. */
  examineProcessId: string;
  /** It is sent to many: rows name the signers that vary. */
  batch: boolean;
  /** Of a batch: everybody whom rows name must be registered. */
  registeredOnly: boolean;
}

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
