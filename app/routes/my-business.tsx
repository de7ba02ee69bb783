import { MyBusiness } from '../features/company/my-business.tsx';

export const handle = { ns: ['company', 'agent', 'error'], title: 'company:mine.title' };

export default MyBusiness;
