import { ContactPage } from '../features/contact/contact-page.tsx';

export const handle = { ns: ['contact', 'error'], title: 'contact:title' };

export default ContactPage;
