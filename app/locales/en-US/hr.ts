export default {
  about:
    'Choose employees and a template. Contracts are filled from the roster; each can be previewed and changed before it is sent.',
  businessType: 'Business type',
  chosen: 'Chosen employees',
  chosenCount: '{count} chosen',
  filling: 'Filling the contract from the roster',
  found: 'Employees on the roster',
  goOn: 'Next',
  goOnMany: 'Next (batch of {count})',
  more: '{count} more {count|is|are} not listed. Search by name or mobile number.',
  noRoster:
    'The roster is kept by HR and administrators. Choose a template first and enter the employee in the step “Signers”.',
  noTemplate: 'No template for employment contracts',
  noTemplateText:
    'Enable a template of this business type for contracts with employees under “Templates”, or choose another business type.',
  nobody: 'No employee found.',
  own: {
    about: 'Your contracts with employers. They stay here after you leave.',
    empty: 'No employment contracts yet',
    emptyText: 'Contracts, renewals and leaving certificates that employers send you are shown here.',
    title: 'My employment contracts',
  },
  ownFailed:
    'The enterprise’s data could not be loaded, and nothing is filled in yet. Try again; the chosen employees and the template are kept.',
  preview: {
    at: '{n} of {count}',
    back: 'Back',
    before: 'Previous',
    document: 'File',
    next: 'Next',
    none: 'This draft has no file yet',
  },
  purpose: {
    CONTRACT: 'Contract',
    LEAVING: 'Leaving certificate',
    RENEWAL: 'Renewal',
  },
  purposeHint: {
    CONTRACT: 'Filled with the contract dates on the roster',
    LEAVING: 'For employees who have left; they sign for it',
    RENEWAL: 'Begins the day after the present contract ends, for the same term',
  },
  purposeLabel: 'Purpose',
  remove: 'Remove {name}',
  search: 'Find employees by name or mobile number',
  template: 'Template',
  templateAbout: '{owner}, version {n}',
  title: {
    CONTRACT: 'Start an employment contract',
    LEAVING: 'Issue a leaving certificate',
    RENEWAL: 'Renew an employment contract',
  },
  tooMany: 'Choose {max} {max|person|people} at most at once; please remove some.',
  until: 'contract ends {day}',
  which: 'Template to use',
  whom: 'Employees',
};
