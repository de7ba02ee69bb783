ALTER TABLE `signer` ADD `id_type` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `id_number_index` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `id_number_sealed` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `seal_kind` text DEFAULT '' NOT NULL;