import { PersonPage } from '../features/company/person-page.tsx';

export const handle = { ns: ['company', 'error'] };

export default PersonPage;
