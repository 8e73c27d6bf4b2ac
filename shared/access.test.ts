import { expect, test } from 'vitest'
import { contracts, uploads } from './contracts.ts'
import type { AnyEndpoint } from './http/endpoint.ts'

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
    'campaigns.pause',
    'campaigns.resume',
    'campaigns.start',
    'clients.commitList',
    'clients.remapList',
    'clients.undoList',
    'contact.removeAll',
    'ledger.decideDispute',
    'ledger.issue',
    'ledger.settle',
    'messages.allowFirstText',
    'messages.undoOptOut',
    'publicTexts.resume',
    'salonCampaigns.start',
    'salons.create',
    'salons.createLink',
    'salons.createOffer',
    'salons.sendOffer',
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
    'clients.currentLists',
    'clients.get',
    'clients.list',
    'clients.listRows',
    'clients.recordConsent',
    'contact.list',
    'imports.errors',
    'imports.list',
    'join.state',
    'leads.list',
    'leads.sendDetails',
    'ledger.list',
    'ledger.statement',
    'ledger.statements',
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
    'metrics.reached',
    'metrics.sms',
    'prospects.list',
    'prospects.setStatus',
    'prospects.setStatuses',
    'publicTexts.state',
    'salonCampaigns.cancel',
    'salonCampaigns.list',
    'salonCampaigns.pause',
    'salonCampaigns.preview',
    'salonCampaigns.resume',
    'salonReplies.conversation',
    'salonReplies.decide',
    'salonReplies.list',
    'salonReplies.reply',
    'salonReplies.resolveUnknown',
    'salonReplies.setOutcome',
    'salonReplies.setProcessed',
    'salonReplies.unknown',
    'salonReplies.waiting',
    'salonResults.get',
    'salonResults.people',
    'salons.get',
    'salons.list',
    'salons.listOffers',
    'settings.get',
    'settings.service',
    'visits.create',
    'visits.list',
    'visits.update',
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
    'owner.approve',
    'owner.dispute',
    'owner.open',
    'owner.requestChanges',
    'owner.shareList',
    'owner.visit',
    'staff.choosePassword',
    'staff.openLink',
    'visitor.country',
    'waitlist.submit',
  ])
})

test('only admins upload', () => {
  expect(Object.values(uploads).map(({ access }) => access)).toEqual(['admin', 'admin'])
})
