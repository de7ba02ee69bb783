import type { useTranslation } from 'react-i18next';
import { isArchivable } from '#core/employee/newcomer.ts';
import {
  archiveNewcomer,
  cancelNewcomer,
  type NewcomerDetail,
  remindNewcomer,
  sendNewcomerBack,
} from '#core/employee/newcomer-calls.ts';
import { call } from '../../call.ts';
import type { Action } from '../../kit/action.ts';

type Translate = ReturnType<typeof useTranslation<'newcomer'>>['t'];

const UNDER_WAY = ['TO_COLLECT', 'COLLECTING', 'TO_CORRECT'];

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
        names: row.items.flatMap((item) => (item.state === 'TO_CORRECT' ? [item.name] : [])).join(t('comma')),
      }),
    }),
    run: ([{ newcomerId, version }]) => call(sendNewcomerBack, { newcomerId, version }),
    done: () => t('sendBack.done'),
    calls: [sendNewcomerBack],
  },
  {
    id: 'remind',
    label: t('action.remind'),
    icon: 'bell',
    when: ({ state }) => UNDER_WAY.includes(state),
    run: ([{ newcomerId, version }]) => call(remindNewcomer, { newcomerId, version }),
    done: ([row]) => t('remind.done', { mobile: row.mobile }),
    calls: [remindNewcomer],
  },
  {
    id: 'cancel',
    label: t('action.cancel'),
    icon: 'ban',
    danger: true,
    when: ({ state }) => !isArchivable(state),
    ask: ([row]) => ({ title: t('cancel.title'), thing: row.realName, consequence: t('cancel.text') }),
    run: ([{ newcomerId, version }]) => call(cancelNewcomer, { newcomerId, version }),
    done: ([row]) => t('cancel.done', { name: row.realName }),
    calls: [cancelNewcomer],
  },
  {
    id: 'archive',
    label: t('action.archive'),
    icon: 'folder',
    when: ({ state, archived }) => isArchivable(state) && !archived,
    run: ([{ newcomerId, version }]) => call(archiveNewcomer, { newcomerId, version, archived: true }),
    done: () => t('archive.done'),
    calls: [archiveNewcomer],
  },
  {
    id: 'unarchive',
    label: t('action.unarchive'),
    icon: 'undo',
    when: ({ archived }) => archived,
    run: ([{ newcomerId, version }]) => call(archiveNewcomer, { newcomerId, version, archived: false }),
    done: () => t('archive.undone'),
    calls: [archiveNewcomer],
  },
];
