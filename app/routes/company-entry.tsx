import { NewcomerPage } from '../features/employee/newcomer-page.tsx';

export const handle = {
  ns: ['newcomer', 'onboarding', 'employee', 'realname', 'rule', 'error'],
  title: 'newcomer:title',
};

export default NewcomerPage;
