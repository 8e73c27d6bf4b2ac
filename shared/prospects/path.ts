/** Where the list is; apart from the contract, for what must not wait until the contract is loaded. */
export const prospectsPath = '/api/admin/prospects'
