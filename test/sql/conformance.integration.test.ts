import { repositoryContract } from 'hospital-payments/testing'
import { databases } from '../support/databases/index.js'
import { declareConformance, declareCoreOnPostgres } from './conformance.js'

declareConformance('quick', databases)
declareCoreOnPostgres(repositoryContract)
