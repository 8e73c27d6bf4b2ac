import { expect, test } from 'vitest'
import { contracts, uploads } from './contracts.ts'
import type { AnyEndpoint } from './platform/http/endpoint.ts'

// Who may call what. A new row must be added here, so that its access is a decision.

const rows = Object.entries(contracts).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, AnyEndpoint>).map(([name, { access }]) => ({
    name: `${feature}.${name}`,
    access,
  })),
)
const namesOf = (access: string) =>
  rows
    .filter((row) => row.access === access)
    .map(({ name }) => name)
    .sort()
test('only admins import, start, delete, decide about money, and change settings and accounts', () => {
  expect(namesOf('admin')).toEqual([
    'campaigns.cancel',
    'campaigns.changeStart',
    'campaigns.pause',
    'campaigns.resume',
    'campaigns.sendNow',
    'campaigns.start',
    'chasers.set',
    'clients.commitList',
    'clients.decideAnswer',
    'clients.remapList',
    'clients.undoList',
    'contact.removeAll',
    'handover.set',
    'keys.create',
    'keys.list',
    'keys.revoke',
    'ledger.decideDispute',
    'ledger.issue',
    'mail.ofStaff',
    'mail.sendAgain',
    'messages.allowFirstText',
    'messages.undoOptOut',
    'money.books',
    'money.issueAll',
    'money.month',
    'money.open',
    'money.preview',
    'money.remind',
    'offers.create',
    'offers.preview',
    'offers.send',
    'payments.record',
    'payments.takeBack',
    'publicTexts.resume',
    'salonCampaigns.cancel',
    'salonCampaigns.changeStart',
    'salonCampaigns.pause',
    'salonCampaigns.resume',
    'salonCampaigns.sendNow',
    'salonCampaigns.start',
    'salons.create',
    'salons.createLink',
    'salons.setSender',
    'salons.update',
    'settings.resumeSending',
    'settings.set',
    'staff.createLink',
    'staff.disable',
    'staff.enable',
    'staff.invite',
    'staff.list',
    'staff.setRole',
    'visits.create',
    'visits.update',
  ])
})

test('agents and admins read, answer, mark, and look after their own account', () => {
  expect(namesOf('staff')).toEqual([
    'auth.changePassword',
    'auth.disableSecondFactor',
    'auth.enableSecondFactor',
    'auth.endSession',
    'auth.logoutEverywhere',
    'auth.me',
    'auth.secondFactor',
    'auth.sessions',
    'auth.setUpSecondFactor',
    'bookingLinks.listCallRequests',
    'bookingLinks.markCalled',
    'campaigns.get',
    'campaigns.leftOut',
    'campaigns.list',
    'campaigns.preview',
    'campaigns.recipients',
    'chasers.get',
    'clients.countEligible',
    'clients.currentLists',
    'clients.get',
    'clients.list',
    'clients.listRows',
    'clients.listWaterfall',
    'clients.recordConsent',
    'clients.rejectedRows',
    'clients.unreadAnswers',
    'contact.list',
    'desk.addNote',
    'desk.conversation',
    'desk.deleteNote',
    'desk.list',
    'desk.markProcessed',
    'desk.release',
    'desk.snooze',
    'desk.take',
    'handover.get',
    'imports.errors',
    'imports.list',
    'join.state',
    'leads.list',
    'leads.sendDetails',
    'ledger.list',
    'ledger.statement',
    'ledger.statements',
    'mail.ofSalon',
    'mail.server',
    'messages.conversation',
    'messages.decide',
    'messages.inbound',
    'messages.inboxCounts',
    'messages.inboxPage',
    'messages.optOuts',
    'messages.recordOptOut',
    'messages.reply',
    'messages.resolveUnknown',
    'messages.setProcessed',
    'messages.unknown',
    'metrics.campaigns',
    'metrics.days',
    'metrics.people',
    'metrics.reached',
    'metrics.sms',
    'offers.list',
    'payments.list',
    'people.get',
    'people.search',
    'people.timeline',
    'prospects.list',
    'prospects.setStatus',
    'prospects.setStatuses',
    'publicTexts.state',
    'salonCampaigns.list',
    'salonCampaigns.preview',
    'salonProof.agency',
    'salonProof.get',
    'salonReplies.ask',
    'salonReplies.conversation',
    'salonReplies.decide',
    'salonReplies.list',
    'salonReplies.reply',
    'salonReplies.resolveUnknown',
    'salonReplies.salons',
    'salonReplies.setOutcome',
    'salonReplies.undoOutcome',
    'salonReplies.unknown',
    'salonReplies.waiting',
    'salonResults.get',
    'salonResults.latest',
    'salonResults.people',
    'salons.get',
    'salons.list',
    'savedReplies.create',
    'savedReplies.list',
    'savedReplies.remove',
    'savedReplies.update',
    'savedReplies.use',
    'settings.get',
    'settings.service',
    'staff.notices',
    'staff.setNotices',
    'today.list',
    'visits.list',
    'waitlist.list',
  ])
})

test('visitors, owners and invited people call these without a session', () => {
  expect(namesOf('public')).toEqual([
    'auth.login',
    'auth.logout',
    'contact.submit',
    'leads.submit',
    'owner.agree',
    'owner.answer',
    'owner.approve',
    'owner.chooseSystem',
    'owner.dispute',
    'owner.open',
    'owner.remapList',
    'owner.requestChanges',
    'owner.setTexts',
    'owner.shareList',
    'owner.stop',
    'owner.takeBack',
    'owner.visit',
    'staff.choosePassword',
    'staff.openLink',
    'visitor.country',
    'waitlist.submit',
  ])
})

test('other systems call these with an API key', () => {
  const scopes = Object.entries(contracts).flatMap(([feature, calls]) =>
    Object.entries(calls as Record<string, AnyEndpoint>)
      .filter(([, { access }]) => access === 'key')
      .map(([name, { scope }]) => [`${feature}.${name}`, scope]),
  )
  expect(Object.fromEntries(scopes)).toEqual({
    'v1.salons': 'read',
    'v1.client': 'read',
    'v1.campaigns': 'read',
    'v1.visits': 'read',
    'v1.statements': 'read',
    'v1.recordVisits': 'visits',
    'v1.recordOptOut': 'opt_outs',
  })
})

test('the rows with access key are the paths below /api/v1', () => {
  const below = (path: string) => path.startsWith('/api/v1/')
  const all = Object.values(contracts).flatMap((calls) => Object.values(calls as Record<string, AnyEndpoint>))
  expect(all.filter(({ access, path }) => (access === 'key') !== below(path))).toEqual([])
})

test('only admins upload', () => {
  expect(Object.values(uploads).map(({ access }) => access)).toEqual(['admin', 'admin'])
})
