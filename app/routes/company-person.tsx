import { PersonPage } from '../features/company/person-page.tsx';

export const handle = { ns: ['company', 'agent', 'error'], title: 'company:persons.title' };

export default PersonPage;
