import type { useTranslation } from 'react-i18next';
import { isArchivable } from '#core/employee/newcomer.ts';
import {
  archiveNewcomer,
  cancelNewcomer,
  type NewcomerDetail,
  remindNewcomer,
  sendNewcomerBack,
} from '#core/employee/newcomer-calls.ts';
import { CANCELLED_DAYS } from '#core/employee/states.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';
import { byCurrentVersion } from './by-current-version.ts';

type Translate = ReturnType<typeof useTranslation<'newcomer'>>['t'];

const UNDER_WAY = ['TO_COLLECT', 'COLLECTING', 'TO_CORRECT'];

const namesToCorrect = ({ items }: NewcomerDetail): string[] =>
  items.flatMap(({ name, state }) => (state === 'TO_CORRECT' ? [name] : []));

/** Whether the file is still in the state that was on screen; what happened to its items matters only where told. */
const sameState = (row: NewcomerDetail) => (now: NewcomerDetail) =>
  now.state === row.state && now.archived === row.archived;

type Simple = typeof sendNewcomerBack | typeof remindNewcomer | typeof cancelNewcomer;

const send = (theCall: Simple, row: NewcomerDetail, same = sameState(row)) =>
  byCurrentVersion(row, (version) => call(theCall, { newcomerId: row.newcomerId, version }), same);

const archive = (row: NewcomerDetail, archived: boolean) =>
  byCurrentVersion(
    row,
    (version) => call(archiveNewcomer, { newcomerId: row.newcomerId, version, archived }),
    sameState(row),
  );

/** The actions on a newcomer's file as a whole, except completing it. */
export const newcomerActions = (t: Translate): Action<NewcomerDetail>[] => [
  {
    id: 'sendBack',
    label: t('action.sendBack'),
    icon: 'undo',
    when: ({ state, items }) => state === 'TO_REVIEW' && items.some((item) => item.state === 'TO_CORRECT'),
    ask: ([row]) => ({
      title: t('sendBack.title'),
      thing: row.realName,
      consequence: t('sendBack.text', {
        names: namesToCorrect(row).join(t('comma')),
      }),
    }),
    run: ([row]) =>
      send(sendNewcomerBack, row, (now) => namesToCorrect(now).join() === namesToCorrect(row).join()),
    done: () => t('sendBack.done'),
    calls: [sendNewcomerBack],
  },
  {
    id: 'remind',
    label: t('action.remind'),
    icon: 'bell',
    when: ({ state }) => UNDER_WAY.includes(state),
    run: ([row]) => send(remindNewcomer, row),
    done: ([row]) => t('remind.done', { mobile: row.mobile }),
    calls: [remindNewcomer],
  },
  {
    id: 'cancel',
    label: t('action.cancel'),
    icon: 'ban',
    danger: true,
    when: ({ state }) => !isArchivable(state),
    ask: ([row]) => ({
      title: t('cancel.title'),
      thing: row.realName,
      consequence: t('cancel.text', { days: CANCELLED_DAYS }),
    }),
    run: ([row]) => send(cancelNewcomer, row),
    done: ([row]) => t('cancel.done', { name: row.realName }),
    calls: [cancelNewcomer],
  },
  {
    id: 'archive',
    label: t('action.archive'),
    icon: 'folder',
    when: ({ state, archived }) => isArchivable(state) && !archived,
    run: ([row]) => archive(row, true),
    done: () => t('archive.done'),
    calls: [archiveNewcomer],
  },
  {
    id: 'unarchive',
    label: t('action.unarchive'),
    icon: 'undo',
    when: ({ archived }) => archived,
    run: ([row]) => archive(row, false),
    done: () => t('archive.undone'),
    calls: [archiveNewcomer],
  },
];
