import { EntListPage } from '../features/realname/ent-list-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = {
  ns: ['realname', 'error'],
  crumb: 'realname:ents.title',
  below: '/account/myBusiness',
};
export const meta = pageTitle;

export default EntListPage;
