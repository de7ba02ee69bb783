import type { CodeSide } from '#core/footer-code.ts';
import type { TemplateScene } from '#core/template/record.ts';
import type { Plan, SignFlow } from './plan.ts';
import { NO_REMINDERS, type ReminderSchedule } from './reminders.ts';
import { type DraftWatermark, plannedWatermark } from './watermark-look.ts';

/**
 * A draft is a Yjs document `draft:{id}`. Each field of the task is a key of the map `task`; documents, signers, copies
 * and placements are maps from a random key to a map of their fields, so that concurrent edits of different fields, or
 * two rows added at once, are both kept. Rows are ordered by their `position` (a number between its neighbours'), then
 * by key.
 */
export interface DraftTask extends DraftWatermark {
  taskName: string;
  businessType: string;
  businessTypeName: string;
  scenario: TemplateScene;
  /** Epoch ms; null: immediately. */
  startTime: number | null;
  endTime: number | null;
  taskFileType: 'PDF' | 'OFD';
  signFlow: SignFlow;
  orderState: 'DISORDER' | 'ORDER';
  codeStatus: 'ENABLE' | 'DISABLE';
  /** Where the QR code stands, and its side in mm; 0 while none is given. */
  codeSide: CodeSide;
  codeSize: number;
  watermarkState: 'ENABLE' | 'DISABLE';
  /** An approval flow chosen by the sender; empty: only those that apply automatically, if any. */
  examineProcessId: string;
  /** fen; null: not typed. */
  contractAmount: number | null;
  /** The task is sent to many: rows name the signers that vary. */
  batch: boolean;
  /** For a batch: every person named in a row must be registered. */
  registeredOnly: boolean;
  /** For a batch: every person named in a row must prove an identity document, which the row names. */
  documentsRequired: boolean;
  /** When signers are reminded: as the enterprise has set it, never, or as below. */
  reminderState: ReminderState;
  remindAfterDays: number;
  remindEveryDays: number;
  remindTimes: number;
  quietFrom: number;
  quietTo: number;
}

export const REMINDER_STATES = ['DEFAULT', 'NONE', 'OWN'] as const;
export type ReminderState = (typeof REMINDER_STATES)[number];

/** The plan's fields about the task itself, without its key and lists. */
type Settings = Omit<Plan, 'draftId' | 'documents' | 'attachments' | 'signers' | 'copies' | 'placements'>;

/**
 * One setting of a task: its conversion from a draft to a plan, and from a plan to a draft that repeats it. Omitted in
 * a direction: not converted.
 */
interface Setting<K extends keyof Settings> {
  plan: (task: DraftTask) => Settings[K] | undefined;
  repeat: (value: NonNullable<Settings[K]>) => Partial<DraftTask>;
}

const same = <K extends keyof Settings & keyof DraftTask>(key: K) => ({
  plan: (task: DraftTask) => task[key] as Settings[K],
  repeat: (value: NonNullable<Settings[K]>) => ({ [key]: value }),
});

/** Times apply to one task only: a repeated task gets its own. */
const once = (key: 'startTime' | 'endTime') => ({
  plan: (task: DraftTask) => task[key] ?? undefined,
  repeat: () => ({}),
});

/** Every setting, so that none is lost between draft, plan and repeated draft. */
const SETTINGS: { readonly [K in keyof Settings]-?: Setting<K> } = {
  taskName: same('taskName'),
  businessType: same('businessType'),
  businessTypeName: same('businessTypeName'),
  scenario: same('scenario'),
  taskFileType: same('taskFileType'),
  signFlow: same('signFlow'),
  orderState: same('orderState'),
  codeStatus: same('codeStatus'),
  footerCode: {
    plan: ({ codeStatus, codeSide: side, codeSize: size }) =>
      codeStatus === 'ENABLE' ? { side, size } : undefined,
    repeat: ({ side, size }) => ({ codeSide: side, codeSize: size }),
  },
  watermarkState: same('watermarkState'),
  startTime: once('startTime'),
  endTime: once('endTime'),
  examineProcessId: {
    plan: (task) => task.examineProcessId || undefined,
    repeat: (examineProcessId) => ({ examineProcessId }),
  },
  // A repeated task gets its own amount: an old one would hide the contract from flows that ask by amount.
  contractAmount: { plan: (task) => task.contractAmount ?? undefined, repeat: () => ({}) },
  // A second wire name of the same choice; drafts use the other one.
  processId: { plan: () => undefined, repeat: (examineProcessId) => ({ examineProcessId }) },
  reminders: {
    plan: (task) => (task.reminderState === 'DEFAULT' ? undefined : draftReminders(task)),
    repeat: ({ afterDays, everyDays, times, quietFrom, quietTo }) =>
      times === 0
        ? { reminderState: 'NONE' }
        : {
            reminderState: 'OWN',
            remindAfterDays: afterDays,
            remindEveryDays: everyDays,
            remindTimes: times,
            quietFrom,
            quietTo,
          },
  },
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

/** The schedule that a draft holds, whether or not it is chosen. */
export const draftReminders = (task: DraftTask): ReminderSchedule =>
  task.reminderState === 'NONE'
    ? NO_REMINDERS
    : {
        afterDays: task.remindAfterDays,
        everyDays: task.remindEveryDays,
        times: task.remindTimes,
        quietFrom: task.quietFrom,
        quietTo: task.quietTo,
      };

const KEYS = Object.keys(SETTINGS) as (keyof Settings)[];

/** Converts the settings of a draft to a plan's, without empty ones. */
export function settingsOfPlan(task: DraftTask): Settings {
  const entries = KEYS.map((key) => [key, SETTINGS[key].plan(task)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as unknown as Settings;
}

/** Converts the settings of a plan to a draft that repeats it. */
export function repeatedSettings(plan: Settings): Partial<DraftTask> {
  const repeated = (key: keyof Settings): Partial<DraftTask> => {
    const value = plan[key];
    return value === undefined ? {} : (SETTINGS[key] as { repeat: (value: unknown) => object }).repeat(value);
  };
  return Object.assign({}, ...KEYS.map(repeated));
}
