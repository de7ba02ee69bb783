import { EntListPage } from '../features/realname/ent-list-page.tsx';

export const handle = {
  ns: ['realname', 'error'],
  title: 'realname:ents.title',
  below: '/account/myBusiness',
};

export default EntListPage;
