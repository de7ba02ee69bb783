import { EntryPage } from '../features/entry/entry-page.tsx';

export const handle = {
  ns: ['entry', 'newcomer', 'onboarding', 'employee', 'rule', 'error'],
  title: 'entry:title',
};

export default EntryPage;
